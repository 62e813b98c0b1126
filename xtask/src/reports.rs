use crate::setup;
use crate::shell::{Done, cache, cargo, execute, root};

/// Validates the reports of findings against the schemas of the tools that read them.
pub fn test() -> Done {
    setup::python()?;
    let python = cache()?.join("reports");
    setup::environment("validators of reports", &python, &root().join("tests/reports/requirements.txt"))?;
    let mut test = cargo();
    test.env("FITMENT_REPORTS_PYTHON", python.join("bin/python"));
    test.args(["test", "--quiet", "--release", "--workspace", "--features", "fitment-tests/doors", "--test", "suite"]);
    execute(test.args(["--", "--ignored", "--nocapture", "reports_conform"]))
}
