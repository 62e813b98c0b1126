use std::sync::Arc;

use fitment_host::{EMBEDDED_SHA256, Verb};
use hyper::body::Bytes;
use serde_json::{Map, Value, json};

use super::app::App;
use super::deciding::decide;
use super::response::Refusal;
use super::table::{Gives, Leads, ROWS, Row};

/// The error statuses of every path that decides.
const BUSY: [(u16, &str); 4] = [
    (408, "The body did not arrive in time."),
    (413, "The body is too large."),
    (500, "The host failed."),
    (
        503,
        "The limit of requests is reached, and `Retry-After` says when to try again; or the documents are not there yet.",
    ),
];

/// The error status of paths that are not for all, where clients need a certificate.
const FORBIDDEN: [(u16, &str); 1] = [(403, "The gate asks for certificates of clients, and this one has none.")];

/// The error status of every path.
const OTHER_METHOD: [(u16, &str); 1] = [(405, "The path has another method, which `Allow` names.")];

/// Builds the OpenAPI document from the table of paths and the engine's list of questions.
pub async fn document(app: &Arc<App>) -> Result<Bytes, Refusal> {
    let mut paths = Map::new();
    for row in &ROWS {
        match row.leads {
            Leads::Ask => {
                for question in listed(app, json!({})).await? {
                    let given = json!({ "question": question["question"] });
                    // The schemas are only returned when a single question is listed.
                    let shown = listed(app, given).await?.into_iter().next().unwrap_or_default();
                    let name = shown["question"].as_str().unwrap_or_default();
                    paths.insert(format!("{}/{name}", row.counted()), json!({ "post": asking(row, &shown) }));
                }
            }
            _ => {
                let method = row.method().as_str().to_lowercase();
                paths.insert(row.path.to_owned(), json!({ method: operation(row) }));
            }
        }
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Fitment",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!("Decides what fits, and says why. The engine is the wasm with the sha-256 {EMBEDDED_SHA256}."),
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": schemas() },
    });
    Ok(document.to_string().into())
}

/// Returns all questions that the engine lists, or a single one.
async fn listed(app: &Arc<App>, given: Value) -> Result<Vec<Value>, Refusal> {
    let request = json!({ "question": "fitment/questions", "given": given }).to_string();
    let decision = decide(app, Verb::Ask, &request.into(), app.deadline).await?;
    let mut answer: Value = serde_json::from_slice(&decision.answer).unwrap_or_default();
    Ok(match answer["answer"]["questions"].take() {
        Value::Array(questions) => questions,
        _ => Vec::new(),
    })
}

fn operation(row: &Row) -> Value {
    let mut operation = json!({ "summary": row.says, "responses": responses(row, content(row.gives)) });
    if row.decides() {
        operation["requestBody"] = json!({ "required": true, "content": content(row.gives) });
        operation["parameters"] = json!([TIMEOUT.to_parameter()]);
    }
    operation
}

fn asking(row: &Row, question: &Value) -> Value {
    let member = |name: &str| question.get(name).cloned().unwrap_or_else(|| json!({}));
    let mut answer = schema("Decision");
    answer = json!({ "allOf": [answer, { "properties": { "answer": member("answer") } }] });
    let envelope = json!({ "allOf": [schema("Envelope"), { "properties": { "given": member("given") } }] });
    let name = question["question"].as_str().unwrap_or_default();
    json!({
        "summary": question["asks"],
        "operationId": name.replace('/', "-"),
        "tags": [name.split('/').next()],
        "parameters": [TIMEOUT.to_parameter()],
        "requestBody": { "content": { "application/json": { "schema": envelope } } },
        "responses": responses(row, json!({ "application/json": { "schema": answer } })),
    })
}

fn responses(row: &Row, decided: Value) -> Value {
    let mut responses = json!({ "200": { "description": row.says, "content": decided } });
    let error = json!({ "application/json": { "schema": schema("Error") } });
    let besides = if row.decides() { &BUSY[..] } else { &[] };
    let certified = if row.for_all { &[] } else { &FORBIDDEN[..] };
    for (status, says) in besides.iter().chain(row.others).chain(certified).chain(&OTHER_METHOD) {
        // The engine answers questions that were not decided; all other errors come from the host.
        let by_engine = row.leads == Leads::Ask && matches!(status, 400 | 409);
        let content = match row.leads {
            Leads::Ready => json!({ "application/json": {} }),
            // An envelope that names another question is refused before the engine sees it.
            _ if by_engine => {
                json!({ "application/json": { "schema": { "anyOf": [schema("Decision"), schema("Error")] } } })
            }
            _ => error.clone(),
        };
        responses[status.to_string()] = json!({ "description": says, "content": content });
    }
    responses
}

fn content(gives: Gives) -> Value {
    match gives {
        Gives::Review => json!({ "application/json": { "schema": schema("AdmissionReview") } }),
        Gives::Answer => json!({ "application/json": { "schema": schema("Decision") } }),
        Gives::Json => json!({ "application/json": { "schema": { "type": "object" } } }),
        Gives::Text(kind) => json!({ kind: { "schema": { "type": "string" } } }),
        Gives::Page => json!({
            "text/html; charset=utf-8": { "schema": { "type": "string" } },
            "text/plain; charset=utf-8": { "schema": { "type": "string" } },
        }),
    }
}

fn schema(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// A query parameter.
struct Parameter {
    name: &'static str,
    says: &'static str,
}

const TIMEOUT: Parameter =
    Parameter { name: "timeout", says: "How long the client waits, such as `3s`; the gate waits no longer." };

impl Parameter {
    fn to_parameter(&self) -> Value {
        json!({ "name": self.name, "in": "query", "description": self.says, "schema": { "type": "string" } })
    }
}

/// The schemas used in several places.
fn schemas() -> Value {
    let coded = json!({ "type": "object", "required": ["code"], "properties": { "code": { "type": "string" } } });
    let text = json!({ "type": "string" });
    json!({
        "Error": {
            "type": "object",
            "required": ["error"],
            "properties": { "error": {
                "type": "object",
                "required": ["kind", "says"],
                "properties": { "kind": text, "says": text },
            } },
        },
        "AdmissionReview": {
            "type": "object",
            "description": "A `request` in, and a `response` out in the same version.",
            "required": ["apiVersion", "kind"],
            "properties": {
                "apiVersion": { "enum": ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"] },
                "kind": { "const": "AdmissionReview" },
                "request": { "type": "object", "required": ["uid"], "properties": { "uid": text } },
                "response": {
                    "type": "object",
                    "required": ["uid", "allowed"],
                    "properties": {
                        "uid": text,
                        "allowed": { "type": "boolean" },
                        "status": { "type": "object" },
                        "patch": text,
                        "patchType": { "const": "JSONPatch" },
                        "warnings": { "type": "array", "items": text },
                    },
                },
            },
        },
        "Envelope": {
            "type": "object",
            "properties": {
                "edition": { "enum": ["design", "upstream"] },
                "now": { "type": "string", "format": "date-time", "description": "The time at which the request arrives, unless given." },
                "text": { "type": "boolean", "description": "Whether the answer also comes in English." },
                "fieldValidation": { "enum": ["Ignore", "Warn", "Strict"] },
            },
        },
        "Decision": {
            "type": "object",
            "required": ["outcome", "because", "problems"],
            "properties": {
                "question": text,
                "edition": text,
                "outcome": { "enum": ["decided", "undecided"] },
                "undecided": { "enum": ["request", "facts"] },
                "verdict": { "enum": ["yes", "no", "none"] },
                "because": { "type": "array", "items": coded },
                "problems": { "type": "array", "items": coded },
                "text": text,
            },
        },
    })
}
