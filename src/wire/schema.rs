use super::json::Json;
use super::shape::{Member, ObjectShape, Shape};

/// The JSON Schema of a shape, every object written out where it stands.
///
/// ```
/// use fitment::{Shape, schema};
///
/// let list = Shape::List(&Shape::Text);
/// assert_eq!(schema(&list).to_text(), r#"{"type":"array","items":{"type":"string"}}"#);
/// ```
pub fn schema(shape: &Shape) -> Json {
    match shape {
        Shape::Any => Json::Bool(true),
        Shape::Bool => typed("boolean"),
        Shape::Integer => typed("integer"),
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
            schema.set("items", self::schema(element));
            schema
        }
        Shape::Tuple(elements) => {
            let mut schema = typed("array");
            schema.set("prefixItems", elements.iter().map(|element| self::schema(element)).collect());
            schema.set("minItems", elements.len().into());
            schema.set("maxItems", elements.len().into());
            schema
        }
        Shape::Map(value) => {
            let mut schema = typed("object");
            schema.set("additionalProperties", self::schema(value));
            schema
        }
        Shape::Object(object) => self::object(object),
        Shape::Either(shapes) => {
            let mut schema = Json::object();
            schema.set("anyOf", shapes.iter().map(|shape| self::schema(shape)).collect());
            schema
        }
    }
}

fn typed(name: &str) -> Json {
    let mut schema = Json::object();
    schema.set("type", name.into());
    schema
}

fn object(object: &ObjectShape) -> Json {
    let mut schema = typed("object");
    schema.set("description", object.about.trim().into());
    let mut properties = Json::object();
    let members = object.members();
    for member in &members {
        properties.set(member.key, self::member(member));
    }
    schema.set("properties", properties);
    let required: Json = members.iter().filter(|member| !member.optional).map(|member| member.key).collect();
    if !required.is_empty() {
        schema.set("required", required);
    }
    schema
}

fn member(member: &Member) -> Json {
    let mut about = Json::object();
    about.set("description", member.about.trim().into());
    match schema(member.shape) {
        Json::Object(parts) => {
            for (key, part) in parts {
                // What the member says of itself is nearer than what its type says.
                if key != "description" {
                    about.set(&key, part);
                }
            }
            about
        }
        _ => about,
    }
}
