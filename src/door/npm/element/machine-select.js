// Image in, machine types out.
import { parts, reflect, then, whereabouts } from "./image-select.js";
import { FitmentSelect } from "./select.js";

const AMOUNTS = ["cpu", "memory", "gpu"];
const BOUNDS = ["min", "max"];

/** What the engine says of a type that was not asked for: it is not in the list. All else is a reason. */
const FILTERS = [...AMOUNTS, "architecture"];

/** The machine types, all or those that run an image, with what they have, and why the others may not be chosen. */
export class FitmentMachineSelect extends FitmentSelect {
  static observedAttributes = [
    ...FitmentSelect.observedAttributes, "image", "image-version", "architecture", "region", "zones", "kubernetes-version", "now",
    ...AMOUNTS.flatMap((amount) => BOUNDS.map((bound) => `${bound}-${amount}`)),
  ];

  get label() { return this.words.machineTypes; }

  /** The image that is to run; `image-version` says which version of it, or both stand here with a space between. */
  get image() { return this.getAttribute("image") ?? ""; }
  set image(image) { reflect(this, "image", image); }
  get imageVersion() { return this.getAttribute("image-version") ?? ""; }
  set imageVersion(version) { reflect(this, "image-version", version); }
  get architecture() { return this.getAttribute("architecture") ?? ""; }
  set architecture(architecture) { reflect(this, "architecture", architecture); }

  list() {
    return then(this.catalog.machineTypes(this.#filter()), (types) => {
      const wanted = types.filter(({ refusedBy = [] }) => !refusedBy.some((filter) => FILTERS.includes(filter)));
      return { options: wanted.map((type) => this.#option(type)), problems: types.problems };
    });
  }

  /** Of one version whether it runs there, else which it would take. */
  reasons({ value }) {
    const { image, version } = this.#image();
    const said = whereabouts(this);
    if (version !== undefined) return this.catalog.explain(value, image, version, said);
    return this.catalog.pick(value, image === undefined ? said : { ...said, image });
  }

  #image() {
    const { image, version } = this.imageVersion === "" ? parts(this.image) : { image: this.image, version: this.imageVersion };
    const said = {};
    if (image !== "") said.image = image;
    if (version !== "") said.version = version;
    return said;
  }

  #filter() {
    const said = { ...whereabouts(this), ...this.#image() };
    if (this.architecture !== "") said.architecture = this.architecture;
    for (const amount of AMOUNTS) {
      for (const bound of BOUNDS) {
        const text = this.getAttribute(`${bound}-${amount}`);
        if (text !== null && text !== "") said[amount] = { ...said[amount], [bound]: text };
      }
    }
    return said;
  }

  #option({ name, cpu, memory, gpu, architecture, offered }) {
    const has = [cpu && this.words.cpu(cpu), memory, gpu && gpu !== "0" && this.words.gpu(gpu), architecture];
    return { value: name, name, note: has.filter(Boolean).join(" · "), isOffered: offered === true, isBest: false };
  }
}
