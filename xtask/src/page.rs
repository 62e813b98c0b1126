use crate::server::Server;
use crate::shell::{Done, Steps, command, execute, root};
use crate::{npm, setup};

/// Runs `cargo xtask page`: builds the page with its own engine and the gate's, in `www/dist`.
pub fn run() -> Done {
    let mut steps = Steps::new(4);
    setup::wasm_target()?;
    npm::of_page(&mut steps)?;
    steps.next("the npm package: the engine for other hosts, which takes minutes the first time");
    npm::gate()?;
    steps.next("the page");
    build()?;
    eprintln!("\nthe page stands in {}", root().join("www/dist").display());
    Ok(())
}

/// Builds the page from the existing npm package.
pub fn build() -> Done {
    let folder = root().join("www");
    setup::npm_install(&folder)?;
    execute(command("npm").args(["run", "--silent", "build"]).current_dir(&folder))
}

/// Measures the time from a key press until the list is painted.
pub fn measure() -> Done {
    let browser = setup::chromium()?;
    build()?;
    setup::npm_packages()?;
    let server = Server::page(0)?;
    execute(command("node").arg("benches/keys.mjs").arg(&browser).arg(&server.address))
}

/// Tests the page in a browser, both from a file server and from the gate.
pub fn test() -> Done {
    let browser = setup::chromium()?;
    build()?;
    setup::npm_packages()?;
    Server::build()?;
    for (script, server) in [("page", Server::page(0)?), ("served", Server::gate(0)?)] {
        let script = format!("tests/page/{script}.mjs");
        execute(command("node").arg(script).arg(&browser).arg(&server.address))?;
    }
    Ok(())
}
