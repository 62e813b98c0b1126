//! The gate's page: the files of one folder and nothing else, with the headers of a strict host.

use fitment_tests::files;

use crate::cli;
use crate::http::{Folder, Server};

/// Returns a folder as `cargo xtask page` leaves it, along with files that must never be served.
fn built() -> Folder {
    let folder = Folder::new("page");
    std::fs::create_dir(folder.at("assets")).expect("a folder can be made");
    std::fs::create_dir(folder.at("other")).expect("a folder can be made");
    for (name, text) in [
        ("index.html", "<title>Fitment</title>"),
        ("sw.js", "const name = 1;"),
        ("icon.svg", "<svg/>"),
        ("assets/engine-1.wasm", "\0asm"),
        ("assets/index-2.js", "export {}"),
        ("assets/index-3.css", "a {}"),
        ("assets/profile-4.yaml", "kind: CloudProfile"),
        (".secret.js", "hidden"),
        ("secret.txt", "none of the page's"),
        ("other/secret.js", "too deep"),
    ] {
        folder.write(name, text);
    }
    folder
}

#[test]
fn the_page_is_served_with_what_a_browser_needs_and_no_more() {
    let folder = built();
    let server = Server::start(&["--page", &folder.at("")]);
    let policy = files::read("www/serve.mjs");
    let (_, policy) = policy.split_once("const policy = [").expect("the other server has a policy");
    let (policy, _) = policy.split_once("].join").expect("it ends");
    let policy: Vec<&str> = policy.split('"').skip(1).step_by(2).collect();
    assert!(policy.len() > 10, "{policy:?}");
    for (path, kind, kept) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/icon.svg", "image/svg+xml", "no-cache"),
        ("/assets/engine-1.wasm", "application/wasm", "max-age=31536000, immutable"),
        ("/assets/index-2.js", "text/javascript; charset=utf-8", "max-age=31536000, immutable"),
        ("/assets/index-3.css", "text/css; charset=utf-8", "max-age=31536000, immutable"),
        ("/assets/profile-4.yaml", "application/yaml; charset=utf-8", "max-age=31536000, immutable"),
    ] {
        let answer = server.request("GET", path, "");
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(answer.header("cache-control"), Some(kept), "{path}");
        assert_eq!(answer.header("content-security-policy"), Some(policy.join("; ").as_str()), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        // A client that has the file gets no second copy.
        let tag = answer.header("etag").expect("it has a tag");
        let mut client = server.connect().expect("it listens");
        let again = format!("GET {path} HTTP/1.1\r\nHost: a\r\nIf-None-Match: {tag}\r\n\r\n");
        client.send(again.as_bytes()).expect("it reads");
        let again = client.receive().expect("it answers");
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, Some(tag)), "{path}");
    }
    assert_eq!(server.request("GET", "/", "").text(), "<title>Fitment</title>");
    assert_eq!(server.request("POST", "/sw.js", "").status, 405);
    // The gate's own answers are unaffected.
    assert_eq!(server.post("/ask/fitment/about", "{}").status, 200);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let folder = built();
    let server = Server::start(&["--page", &folder.at("assets/..")]);
    for path in [
        "/.secret.js",
        "/secret.txt",
        "/other/secret.js",
        "/assets",
        "/assets/",
        "/assets/../sw.js",
        "/assets/..%2fsw.js",
        "/%69ndex.html",
        "//index.html",
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/assets/%2e%2e/sw.js",
        "/sw.js/",
        "/sw.js%00",
        "/SW.JS",
    ] {
        let answer = server.request("GET", path, "");
        assert_eq!((answer.status, &answer.json()["error"]["kind"]), (404, &"unknown-path".into()), "{path}");
    }
    // Changing the folder changes nothing, because the files were read at the start.
    std::fs::write(folder.at("sw.js"), "changed").expect("it can be written");
    assert_eq!(server.request("GET", "/sw.js", "").text(), "const name = 1;");
    let empty = Folder::new("no-page");
    let output = cli::run(&["serve", "--listen", "127.0.0.1:0", "--page", &empty.at("")]);
    assert!(cli::code(&output) == 1 && cli::text(&output.stderr).contains("found no `index.html`"), "{output:?}");
}
