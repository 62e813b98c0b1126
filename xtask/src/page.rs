use crate::demo::Server;
use crate::setup;
use crate::shell::{Done, command, execute};

/// Looks at the page in a browser.
pub fn test() -> Done {
    let browser = setup::chromium()?;
    let server = Server::start(0)?;
    execute(command("node").arg("tests/page/page.mjs").arg(browser).arg(&server.address))
}
