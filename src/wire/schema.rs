use super::form::{Form, Member, ObjectForm};
use super::json::Json;

/// The JSON Schema of a form, every object written out where it stands.
pub fn schema(form: &Form) -> Json {
    match form {
        Form::Any => Json::Bool(true),
        Form::Bool => typed("boolean"),
        Form::Integer => typed("integer"),
        Form::Text => typed("string"),
        Form::Words(words) => {
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
        Form::List(element) => {
            let mut schema = typed("array");
            schema.set("items", self::schema(element));
            schema
        }
        Form::Tuple(elements) => {
            let mut schema = typed("array");
            schema.set("prefixItems", elements.iter().map(|element| self::schema(element)).collect());
            schema.set("minItems", elements.len().into());
            schema.set("maxItems", elements.len().into());
            schema
        }
        Form::Map(value) => {
            let mut schema = typed("object");
            schema.set("additionalProperties", self::schema(value));
            schema
        }
        Form::Object(object) => self::object(object),
        Form::Either(forms) => {
            let mut schema = Json::object();
            schema.set("anyOf", forms.iter().map(|form| self::schema(form)).collect());
            schema
        }
    }
}

fn typed(name: &str) -> Json {
    let mut schema = Json::object();
    schema.set("type", name.into());
    schema
}

fn object(object: &ObjectForm) -> Json {
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
    match schema(member.form) {
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
