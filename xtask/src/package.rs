use crate::shell::{Done, Steps, cargo, output, root};
use crate::{npm, page, setup};

/// The file of a folder that is checked in and stays.
const KEPT: &str = ".gitignore";

/// Runs `cargo xtask package`: puts the engine and the page into the host's folder, so that the host builds without the
/// rest of the project and can serve the page by itself.
pub fn run() -> Done {
    let mut steps = Steps::new(4);
    setup::wasm_target()?;
    let host = root().join("host");
    // A former engine left there would be taken for the one that is built.
    for folder in ["engine", "page", "page/assets"] {
        npm::clear(&host.join(folder), &[KEPT])?;
    }
    npm::of_page(&mut steps)?;
    steps.next("the host, whose engine becomes part of its sources and of the page");
    npm::gate()?;
    let engine = npm::host_engine()?;
    steps.next("the page");
    page::build()?;
    let built = root().join("www/dist");
    npm::copy_all(&built, &host.join("page"))?;
    npm::copy_all(&built.join("assets"), &host.join("page/assets"))?;
    npm::copy(&engine.join("fitment.wasm"), &host.join("engine/fitment.wasm"))?;
    let list = ["package", "--package", "fitment-host", "--list", "--allow-dirty"];
    let listed = output(cargo().args(list)).ok_or("`cargo package --list` failed")?;
    for file in ["engine/fitment.wasm", "page/index.html", "page/sw.js", "build.rs", "src/lib.rs"] {
        if !listed.lines().any(|line| line == file) {
            return Err(format!("the package of the host would lack `{file}`"));
        }
    }
    println!("`host` has its engine and the page: `cargo package -p fitment-host` packs them.");
    println!("Until `git clean -Xdf host` removes them, every build here takes them and not the sources.");
    Ok(())
}
