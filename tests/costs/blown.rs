//! Requests whose lists are made very long.

use fitment_tests::numbers::Numbers;
use fitment_tests::pointers::escaped;
use serde_json::{Value, json};

/// Returns the places of the lists in a request. Of a list's elements, only the first two are searched for further
/// lists.
pub fn lists(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((place, value)) = open.pop() {
        match value {
            Value::Array(elements) => {
                open.extend(
                    elements.iter().take(2).enumerate().map(|(at, element)| (format!("{place}/{at}"), element)),
                );
                found.push(place);
            }
            Value::Object(members) => {
                open.extend(members.iter().map(|(key, member)| (format!("{place}/{}", escaped(key)), member)))
            }
            _ => {}
        }
    }
    found
}

/// Returns each list alone and each pair of lists, shuffled and cut to at most `most` choices.
pub fn choices<'l>(lists: &'l [String], most: usize, numbers: &mut Numbers) -> Vec<Vec<&'l str>> {
    let alone = lists.iter().map(|list| vec![list.as_str()]);
    let pairs =
        lists.iter().enumerate().flat_map(|(at, one)| lists[at + 1..].iter().map(move |other| vec![&**one, other]));
    let mut choices: Vec<Vec<&str>> = alone.chain(pairs).collect();
    numbers.shuffle(&mut choices);
    choices.truncate(most);
    choices
}

/// Returns the request with lists lengthened until it has about this many bytes. `None`: one of them is not there.
pub fn blown(request: &Value, lists: &[&str], alike: bool, bytes: usize) -> Option<Value> {
    let mut blown = request.clone();
    let mut length = 8;
    while blown.to_string().len() < bytes && length < bytes {
        blown = request.clone();
        for list in lists {
            let elements = blown.pointer_mut(list)?.as_array_mut()?;
            let pattern = elements.last().cloned().unwrap_or_else(|| json!({}));
            elements.extend((0..length).map(|number| if alike { pattern.clone() } else { another(&pattern, number) }));
        }
        length *= 2;
    }
    Some(blown)
}

/// The members that can identify an element of a list.
const NAMES: [&str; 6] = ["name", "version", "uuid", "key", "type", "metadata"];

/// Returns a copy of an element under another name.
fn another(pattern: &Value, number: usize) -> Value {
    match pattern {
        Value::String(text) => format!("{text}{number}").into(),
        Value::Object(members) => {
            let mut members = members.clone();
            let name = NAMES.into_iter().find(|name| members.contains_key(*name)).unwrap_or_default();
            if let Some(member) = members.get_mut(name) {
                *member = match name {
                    "version" => format!("{}.{number}.0", 1 + number % 3).into(),
                    _ => another(member, number),
                };
            }
            members.into()
        }
        other => other.clone(),
    }
}
