use hyper::http::Method;

/// What a path leads to.
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

/// What an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// An AdmissionReview with a response.
    Review,
    /// The engine's answer to a question.
    Answer,
    /// JSON that is told of in words alone.
    Json,
    Text(&'static str),
}

/// One of the paths.
pub struct Row {
    /// Ends in parts in braces where what follows is part of the request.
    pub path: &'static str,
    pub leads: Leads,
    /// What it answers, in a line.
    pub says: &'static str,
    pub gives: Gives,
    /// The statuses that only this path has beside 200, with what they mean.
    pub others: &'static [(u16, &'static str)],
    /// Whether it is answered to those who have no certificate where one is asked for.
    pub for_all: bool,
}

/// All of them: requests are led by it, and the text at `/` and the OpenAPI document are made of it.
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
        others: &[(503, "It is being stopped.")],
        for_all: true,
        ..row("/readyz", Leads::Ready, "whether it is ready, and the generation of the documents", Gives::Json)
    },
    row("/metrics", Leads::Metrics, "figures for Prometheus", Gives::Text(OPEN_METRICS)),
    row("/openapi.json", Leads::OpenApi, "this interface, for programs", Gives::Json),
    row("/", Leads::Page, "the page, where it is part of the build", Gives::Text("text/html; charset=utf-8")),
];

/// What Prometheus reads.
pub const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

const REVIEWING: &[(u16, &str)] =
    &[(400, "The body is not an AdmissionReview with a `uid`, so it cannot be answered.")];

const fn row(path: &'static str, leads: Leads, says: &'static str, gives: Gives) -> Row {
    Row { path, leads, says, gives, others: &[], for_all: false }
}

impl Row {
    /// The row of a path, and what follows it where something does.
    pub fn of(path: &str) -> Option<(&'static Self, &str)> {
        const { &ROWS }.iter().find_map(|row| match row.path.split_once('{') {
            Some((before, _)) => path.strip_prefix(before).map(|rest| (row, rest)),
            None => (row.path == path).then_some((row, "")),
        })
    }

    pub fn method(&self) -> Method {
        if self.decides() { Method::POST } else { Method::GET }
    }

    /// Whether it takes an instance of the engine, and a body.
    pub fn decides(&self) -> bool {
        matches!(self.leads, Leads::Admit(_) | Leads::Ask)
    }

    /// What its requests are counted under.
    pub fn counted(&self) -> &'static str {
        self.path.split_once("/{").map_or(self.path, |(before, _)| before)
    }
}

/// All rows as people read them.
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
