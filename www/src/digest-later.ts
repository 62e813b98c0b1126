// SHA-256 as FIPS 180-4 writes it, for where the browser withholds its own. Nothing secret goes through it.

/** The first 32 bits behind the point of a number. */
function fraction(number: number): number {
  return ((number % 1) * 2 ** 32) | 0;
}

const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) if (primes.every((prime) => number % prime !== 0)) primes.push(number);
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const INITIAL = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function digest(bytes: Uint8Array): Uint8Array {
  // One bit that is set, zeros, and the length in bits, up to whole blocks.
  const blocks = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(bytes.length, 0x80);
  blocks.setBigUint64(blocks.byteLength - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(INITIAL);
  const words = new Int32Array(64);
  const at = (place: number) => words[place] as number;
  for (let block = 0; block < blocks.byteLength; block += 64) {
    for (let place = 0; place < 16; place += 1) words[place] = blocks.getInt32(block + 4 * place);
    for (let place = 16; place < 64; place += 1) {
      const [near, far] = [at(place - 2), at(place - 15)];
      words[place] = at(place - 16) + at(place - 7) + (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let round = 0; round < 64; round += 1) {
      const mixed = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[round] as number) + at(round)) | 0;
      const joined = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      // One after the other: as one list this is several times slower.
      h = g, g = f, f = e, e = (d + mixed) | 0;
      d = c, c = b, b = a, a = (mixed + joined) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = (state[place] as number) + word));
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => found.setInt32(4 * place, word));
  return new Uint8Array(found.buffer);
}
