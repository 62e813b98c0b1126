use super::json::Json;
use super::shape::{Member, ObjectShape, Shape};

/// The JSON Schema of an answer. Every object is written out in place.
///
/// ```
/// use fitment::{Shape, schema};
///
/// let list = Shape::List(&Shape::Text);
/// assert_eq!(schema(&list).to_text(), r#"{"type":"array","items":{"type":"string"}}"#);
/// ```
pub fn schema(shape: &Shape) -> Json {
    Of::Answered.schema(shape)
}

/// The JSON Schema of input: members that may be left out may also be `null`.
///
/// ```
/// let resolve = fitment::policies().flat_map(|policy| policy.questions).find(|known| known.name == "drivers/resolve");
/// let schema = fitment::schema_of_given(resolve.unwrap().given).to_text();
/// assert!(schema.contains(r#""type":["object","null"]"#));
/// ```
pub fn schema_of_given(shape: &Shape) -> Json {
    Of::Given.schema(shape)
}

/// Which direction a schema describes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Given,
    Answered,
}

impl Of {
    fn schema(self, shape: &Shape) -> Json {
        match shape {
            Shape::Any => Json::Bool(true),
            Shape::Bool => typed("boolean"),
            Shape::Integer => typed("integer"),
            Shape::Number => typed("number"),
            Shape::Text => typed("string"),
            Shape::Words(words) => {
                let mut schema = typed("string");
                let word = |(word, about): &(&str, &str)| {
                    let mut schema = Json::object();
                    schema.set("const", (*word).into());
                    schema.set("description", about.trim().into());
                    schema
                };
                schema.set("oneOf", words.iter().map(word).collect());
                schema
            }
            Shape::List(element) => {
                let mut schema = typed("array");
                schema.set("items", self.schema(element));
                schema
            }
            Shape::Tuple(elements) => {
                let mut schema = typed("array");
                schema.set("prefixItems", elements.iter().map(|element| self.schema(element)).collect());
                schema.set("minItems", elements.len().into());
                schema.set("maxItems", elements.len().into());
                schema
            }
            Shape::Map(value) => {
                let mut schema = typed("object");
                schema.set("additionalProperties", self.schema(value));
                schema
            }
            Shape::Object(object) => self.object(object),
            Shape::Maybe(shape) if self == Self::Given => or_null(self.schema(shape)),
            Shape::Maybe(shape) => self.schema(shape),
            Shape::Either(shapes) => {
                let mut schema = Json::object();
                schema.set("anyOf", shapes.iter().map(|shape| self.schema(shape)).collect());
                schema
            }
        }
    }

    fn object(self, object: &ObjectShape) -> Json {
        let mut schema = typed("object");
        schema.set("description", object.about.trim().into());
        let mut properties = Json::object();
        let members = object.members();
        for member in &members {
            properties.set(member.key, self.member(member));
        }
        schema.set("properties", properties);
        let required: Json = members.iter().filter(|member| !member.optional).map(|member| member.key).collect();
        if !required.is_empty() {
            schema.set("required", required);
        }
        schema
    }

    fn member(self, member: &Member) -> Json {
        let mut about = Json::object();
        about.set("description", member.about.trim().into());
        let mut schema = self.schema(member.shape);
        if member.optional && self == Self::Given {
            schema = or_null(schema);
        }
        match schema {
            Json::Object(parts) => {
                for (key, part) in parts {
                    // The description of the member is more specific than that of its type.
                    if key != "description" {
                        about.set(&key, part);
                    }
                }
                about
            }
            _ => about,
        }
    }
}

fn typed(name: &str) -> Json {
    let mut schema = Json::object();
    schema.set("type", name.into());
    schema
}

/// Extends a schema to allow `null`.
fn or_null(mut schema: Json) -> Json {
    if schema.get("anyOf").is_some() {
        schema.push("anyOf", typed("null"));
    }
    if let Some(name) = schema.remove("type") {
        let mut types = Json::object();
        types.set("type", [name, "null".into()].into_iter().collect());
        let Json::Object(rest) = schema else { return types };
        rest.into_iter().for_each(|(key, part)| types.set(&key, part));
        schema = types;
    }
    if schema.get("oneOf").is_some() {
        let mut null = Json::object();
        null.set("const", Json::Null);
        schema.push("oneOf", null);
    }
    schema
}
