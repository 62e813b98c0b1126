use hyper::http::Method;

/// The handler a path leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leads {
    Admit(&'static str),
    Ask,
    Questions,
    Documents,
    About,
    Health,
    Ready,
    Metrics,
    OpenApi,
    Page,
}

/// The content of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// An AdmissionReview with a response.
    Review,
    /// The engine's answer to a question.
    Answer,
    /// JSON that the OpenAPI document describes only in words.
    Json,
    Text(&'static str),
    /// The page, or how to include it in the build.
    Page,
}

/// A path that the server answers.
pub struct Row {
    /// Ends in parts in braces if what follows is part of the request.
    pub path: &'static str,
    pub leads: Leads,
    /// A one-line description of the answer.
    pub says: &'static str,
    pub gives: Gives,
    /// The statuses besides 200 that only this path has, with their meanings.
    pub others: &'static [(u16, &'static str)],
    /// Whether clients without a certificate get an answer even if one is required.
    pub for_all: bool,
}

/// All paths: requests are routed by this table, and the text at `/` and the OpenAPI document are built from it.
pub const ROWS: [Row; 11] = [
    Row {
        path: "/admit",
        leads: Leads::Admit("validating"),
        says: "an AdmissionReview, judged",
        gives: Gives::Review,
        others: REVIEWING,
        for_all: false,
    },
    Row {
        path: "/admit/mutate",
        leads: Leads::Admit("mutating"),
        says: "an AdmissionReview, completed",
        gives: Gives::Review,
        others: REVIEWING,
        for_all: false,
    },
    Row {
        path: "/ask/{policy}/{question}",
        leads: Leads::Ask,
        says: "a question: the envelope without `question`",
        gives: Gives::Answer,
        others: &[
            (400, "The request was not understood; `problems` say where."),
            (409, "A fact is missing: something is not loaded."),
            (500, "The engine took too long, or failed."),
        ],
        for_all: false,
    },
    row("/questions", Leads::Questions, "what can be asked", Gives::Answer),
    row(
        "/documents",
        Leads::Documents,
        "what decisions rest on, since when, and what is wrong with later ones",
        Gives::Json,
    ),
    row("/about", Leads::About, "which engine decides", Gives::Answer),
    Row {
        for_all: true,
        ..row("/healthz", Leads::Health, "whether the gate is alive", Gives::Text("text/plain; charset=utf-8"))
    },
    Row {
        others: &[(503, "It is not ready: its documents are not all there yet, or it is being stopped.")],
        for_all: true,
        ..row("/readyz", Leads::Ready, "whether it is ready, and the generation of the documents", Gives::Json)
    },
    row("/metrics", Leads::Metrics, "figures for Prometheus", Gives::Text(OPEN_METRICS)),
    row("/openapi.json", Leads::OpenApi, "this interface, for programs", Gives::Json),
    row("/", Leads::Page, "the page, where it is part of the build", Gives::Page),
];

/// The media type that Prometheus reads.
pub const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

const REVIEWING: &[(u16, &str)] =
    &[(400, "The body is not an AdmissionReview with a `uid`, so it cannot be answered.")];

const fn row(path: &'static str, leads: Leads, says: &'static str, gives: Gives) -> Row {
    Row { path, leads, says, gives, others: &[], for_all: false }
}

impl Row {
    /// Returns the row of a path, and the part of the path that belongs to the request.
    pub fn of(path: &str) -> Option<(&'static Self, &str)> {
        const { &ROWS }.iter().find_map(|row| match row.path.split_once('{') {
            Some((before, _)) => path.strip_prefix(before).map(|rest| (row, rest)),
            None => (row.path == path).then_some((row, "")),
        })
    }

    pub fn method(&self) -> Method {
        if self.decides() { Method::POST } else { Method::GET }
    }

    /// Whether the path takes a body and an instance of the engine.
    pub fn decides(&self) -> bool {
        matches!(self.leads, Leads::Admit(_) | Leads::Ask)
    }

    /// The name that requests to this path are counted under.
    pub fn counted(&self) -> &'static str {
        self.path.split_once("/{").map_or(self.path, |(before, _)| before)
    }
}

/// All rows as text.
pub fn text() -> String {
    let width = ROWS.iter().map(|row| row.path.len()).max().unwrap_or_default();
    let line = |row: &Row| format!("  {:4} {:width$}  {}\n", row.method().as_str(), row.path, row.says);
    ROWS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_one_row() {
        let leads = |path: &str| Row::of(path).map(|(row, rest)| (row.leads, rest.to_owned()));
        for row in &ROWS {
            let path = row.path.split_once('{').map_or(row.path, |(before, _)| before);
            assert_eq!(leads(path), Some((row.leads, String::new())), "{path}");
        }
        assert_eq!(leads("/ask/images/fit"), Some((Leads::Ask, "images/fit".to_owned())));
        for none in ["", "/ask", "/admit/", "/admit/other", "/Admit", "/index.html"] {
            assert_eq!(leads(none), None, "{none}");
        }
    }
}
