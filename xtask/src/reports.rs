use crate::setup;
use crate::shell::{Done, cache, cargo, execute, root};

/// What tools read of findings, held against the schemas of these tools.
pub fn test() -> Done {
    setup::python()?;
    let python = cache()?.join("reports");
    setup::environment("validators of reports", &python, &root().join("tests/reports/requirements.txt"))?;
    let mut test = cargo();
    test.env("FITMENT_REPORTS_PYTHON", python.join("bin/python"));
    test.args(["test", "--quiet", "--release", "--workspace", "--features", "fitment-tests/doors", "--test", "suite"]);
    execute(test.args(["--", "--ignored", "--nocapture", "reports_conform"]))
}
