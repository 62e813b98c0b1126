//! Changes inputs: pieces of their JSON are exchanged with those of others, and now and then single bytes are changed.

use fitment_tests::calls::Input;
use fitment_tests::doors::Verb;
use fitment_tests::numbers::Numbers;
use serde_json::{Number, Value};

/// The maximum size of an input that is kept. What larger inputs reach, smaller ones reach too.
pub const LARGEST: usize = 64 << 10;

/// Values at the edges of what is expected.
const STRANGE: [&str; 26] = [
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1",
    "1e400",
    "-0.0",
    "18446744073709551615",
    "9223372036854775808",
    "0.1",
    "[]",
    "{}",
    "\"\"",
    "\"*\"",
    "\"1.2.3-rc.1+b\"",
    "\">= 1.2, < 2\"",
    "\"^0.2\"",
    "\"é\\u0000\\n\"",
    "\"2026-01-01T00:00:00Z\"",
    "\"9999999999999999999\"",
    "\"/\"",
    "\"a,b=c\"",
    "\"null\"",
    "\"550e8400-e29b-41d4-a716-446655440000\"",
    "\"10Gi\"",
];

/// Makes a new input from one input and pieces of another. If there are words, they are inserted now and then.
pub fn change(numbers: &mut Numbers, one: &Input, other: &Input, words: &[Value]) -> Input {
    let mut input = one.clone();
    let times = 1 + numbers.below(4);
    for _ in 0..times {
        match numbers.below(12) {
            0 => bytes(numbers, &mut input),
            1 if input.0.len() < 6 => input.0.extend(other.0.iter().cloned()),
            2 if input.0.len() > 1 => {
                input.0.remove(numbers.below(input.0.len()));
            }
            3 => verb(numbers, &mut input),
            _ => values(numbers, &mut input, (other, words)),
        }
    }
    if input.bytes() > LARGEST { one.clone() } else { input }
}

fn verb(numbers: &mut Numbers, input: &mut Input) {
    let place = numbers.below(input.0.len());
    if let Some((verb, _)) = input.0.get_mut(place) {
        *verb = [Verb::Load, Verb::Ask, Verb::Review][numbers.below(3)];
    }
}

fn bytes(numbers: &mut Numbers, input: &mut Input) {
    let place = numbers.below(input.0.len());
    let Some((_, request)) = input.0.get_mut(place).filter(|(_, request)| !request.is_empty()) else { return };
    let at = numbers.below(request.len());
    match numbers.below(4) {
        0 => request.truncate(at),
        1 => request[at] = u8::try_from(numbers.below(256)).unwrap_or(0),
        2 => request.insert(at, br#"{}[]",:\0"#[numbers.below(9)]),
        _ => {
            request.remove(at);
        }
    }
}

fn values(numbers: &mut Numbers, input: &mut Input, (other, words): (&Input, &[Value])) {
    let place = numbers.below(input.0.len());
    let Some((_, request)) = input.0.get_mut(place) else { return };
    let Ok(mut whole) = serde_json::from_slice::<Value>(request) else { return };
    let donor = &other.0[numbers.below(other.0.len())].1;
    let donor = serde_json::from_slice::<Value>(donor).unwrap_or_default();
    let count = count(&whole);
    let at = numbers.below(count);
    let own = nth(&mut whole.clone(), numbers.below(count)).map(std::mem::take);
    let word = (!words.is_empty() && numbers.below(2) == 0).then(|| words[numbers.below(words.len())].clone());
    let given = match numbers.below(if word.is_some() { 10 } else { 6 }) {
        0 | 1 => serde_json::from_str(STRANGE[numbers.below(STRANGE.len())]).ok(),
        2 => own,
        6.. => word.clone(),
        _ => nth(&mut donor.clone(), numbers.below(self::count(&donor))).map(std::mem::take),
    };
    let (Some(value), Some(given)) = (nth(&mut whole, at), given) else { return };
    match (numbers.below(5), value) {
        (0, Value::Array(elements)) => {
            let again = elements.get(numbers.below(elements.len().max(1))).cloned().unwrap_or(given);
            let times = 1 << numbers.below(6);
            elements.extend(std::iter::repeat_n(again, times));
        }
        (1, Value::Array(elements)) if !elements.is_empty() => {
            elements.remove(numbers.below(elements.len()));
        }
        (0, Value::Object(members)) => {
            let key = members.keys().nth(numbers.below(members.len().max(1))).cloned();
            let named = word.as_ref().unwrap_or(&given).as_str().map(str::to_owned);
            members.insert(named.or(key).unwrap_or_default(), given);
        }
        (1, Value::Object(members)) if !members.is_empty() => {
            let key = members.keys().nth(numbers.below(members.len())).cloned().unwrap_or_default();
            members.shift_remove(&key);
        }
        (2, Value::String(text)) => near(numbers, text),
        (2, Value::Number(number)) => {
            let next = number.as_i64().map(|value| value.wrapping_add([-1, 1, 2][numbers.below(3)]));
            *number = next.map_or_else(|| Number::from(0), Number::from);
        }
        (_, value) => *value = given,
    }
    *request = whole.to_string().into_bytes();
}

/// Changes a text slightly.
fn near(numbers: &mut Numbers, text: &mut String) {
    let mut letters: Vec<char> = text.chars().collect();
    let at = numbers.below(letters.len() + 1);
    match numbers.below(4) {
        0 => letters.insert(at, ['.', '-', '0', '9', 'a', '*', ' ', ':', '/', '='][numbers.below(10)]),
        1 if at < letters.len() => {
            letters.remove(at);
        }
        2 => letters.truncate(at),
        _ => letters.extend_from_within(at..),
    }
    *text = letters.into_iter().collect();
}

/// Counts the values inside a value, including itself.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// Returns the value at this position in the same count.
fn nth(value: &mut Value, mut place: usize) -> Option<&mut Value> {
    if place == 0 {
        return Some(value);
    }
    place -= 1;
    let inside: Vec<&mut Value> = match value {
        Value::Array(elements) => elements.iter_mut().collect(),
        Value::Object(members) => members.values_mut().collect(),
        _ => return None,
    };
    for value in inside {
        let has = count(value);
        if place < has {
            return nth(value, place);
        }
        place -= has;
    }
    None
}
