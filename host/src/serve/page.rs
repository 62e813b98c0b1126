use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hyper::HeaderMap;
use hyper::body::Bytes;
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::StatusCode;
use sha2::{Digest as _, Sha256};

use super::documents::hex;
use super::response::{Whole, typed};
use crate::cli::exit::Failure;

/// The page, as a table of its files. Paths are looked up in the table and not in the file system, so none can escape.
#[derive(Default)]
pub struct Page(BTreeMap<String, File>);

struct File {
    kind: &'static str,
    bytes: Bytes,
    tag: HeaderValue,
    kept: &'static str,
}

/// The files that the build found in the folder `page` beside the sources; empty unless `cargo xtask package` filled
/// it.
static BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file served at `/`.
const INDEX: &str = "index.html";

/// The folder whose file names change with their contents.
const ASSETS: &str = "assets/";

/// The content security policy, which permits only what the page needs: its own files, compiling wasm, and one script
/// as a worker. `www/serve.mjs` sets the same.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; \
                      connect-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types fitment";

const HEADERS: [(HeaderName, &str); 3] =
    [(CONTENT_SECURITY_POLICY, POLICY), (X_CONTENT_TYPE_OPTIONS, "nosniff"), (REFERRER_POLICY, "no-referrer")];

/// The media types of the page's files, by extension.
const KINDS: [(&str, &str); 6] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("yaml", "application/yaml; charset=utf-8"),
];

impl Page {
    /// The embedded page; empty if this program carries none.
    pub fn built_in() -> Self {
        let mut page = Self::default();
        for (name, bytes) in BUILT_IN {
            page.add(name, Bytes::from_static(bytes));
        }
        page
    }

    /// Reads the files of a folder and of its `assets` folder.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let mut page = Self::default();
        page.add_all(folder, "")?;
        if !page.0.contains_key(INDEX) {
            return Err(Failure::file(folder, format!("found no `{INDEX}`, expected what `cargo xtask page` builds")));
        }
        page.add_all(&folder.join(ASSETS), ASSETS)?;
        Ok(page)
    }

    fn add_all(&mut self, folder: &Path, prefix: &str) -> Result<(), Failure> {
        let unread = |error| Failure::file(folder, error);
        for entry in fs::read_dir(folder).map_err(unread)? {
            let path = entry.map_err(unread)?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|_| path.is_file()) else {
                continue;
            };
            let bytes = fs::read(&path).map_err(|error| Failure::file(&path, error))?;
            self.add(&format!("{prefix}{name}"), bytes.into());
        }
        Ok(())
    }

    /// Adds a file, unless it is hidden or of an unknown type.
    fn add(&mut self, name: &str, bytes: Bytes) {
        let kind = name.rsplit_once('.').and_then(|(_, extension)| KINDS.iter().find(|(known, _)| *known == extension));
        let (Some((_, kind)), false) = (kind, name.starts_with('.')) else { return };
        let mut digest = hex(&Sha256::digest(&bytes));
        digest.truncate(32);
        let Ok(tag) = HeaderValue::try_from(format!("\"{digest}\"")) else { return };
        let kept = if name.starts_with(ASSETS) { "max-age=31536000, immutable" } else { "no-cache" };
        self.0.insert(name.to_owned(), File { kind, bytes, tag, kept });
    }

    /// Whether there is a file at a path.
    pub fn has(&self, path: &str) -> bool {
        self.file(path).is_some()
    }

    fn file(&self, path: &str) -> Option<&File> {
        let name = path.strip_prefix('/')?;
        self.0.get(if name.is_empty() { INDEX } else { name })
    }

    /// Returns the file at a path, or 304 if the client already has it.
    pub fn answer(&self, path: &str, asked: &HeaderMap) -> Option<Whole> {
        let File { kind, bytes, tag, kept } = self.file(path)?;
        let mut response = if has_it(asked, tag) {
            let mut response = Whole::default();
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            typed(StatusCode::OK, kind, bytes.clone())
        };
        let headers = response.headers_mut();
        headers.insert(ETAG, tag.clone());
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(kept));
        for (name, value) in HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        Some(response)
    }
}

/// Whether the client says it has the version with this tag.
fn has_it(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let named = asked.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = named.flat_map(|value| value.split(',')).map(str::trim);
    tags.any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one).as_bytes() == tag.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let mut page = Page::default();
        for name in ["index.html", "sw.js", "assets/a-1.wasm", ".hidden.js", "notes.txt", "none"] {
            page.add(name, Bytes::from_static(b"text"));
        }
        page
    }

    #[test]
    fn a_path_is_a_name_in_the_table_or_none() {
        let page = page();
        for path in ["/", "/index.html", "/sw.js", "/assets/a-1.wasm"] {
            assert!(page.has(path), "{path}");
        }
        for path in
            ["", "index.html", "//index.html", "/assets/", "/assets/../sw.js", "/./sw.js", "/.hidden.js", "/notes.txt"]
        {
            assert!(!page.has(path), "{path}");
        }
    }

    #[test]
    fn a_client_that_has_a_file_is_told_so() {
        let page = page();
        let answer = |tags: &str| {
            let mut asked = HeaderMap::new();
            asked.insert(IF_NONE_MATCH, HeaderValue::try_from(tags).expect("a header"));
            page.answer("/sw.js", &asked).expect("it is there").status().as_u16()
        };
        let whole = page.answer("/sw.js", &HeaderMap::new()).expect("it is there");
        let tag = whole.headers()[ETAG].to_str().expect("it is text");
        for (tags, status) in [
            (tag.to_owned(), 304),
            (format!("W/{tag}"), 304),
            (format!("\"other\", {tag}"), 304),
            ("*".to_owned(), 304),
            ("\"other\"".to_owned(), 200),
            (tag.trim_matches('"').to_owned(), 200),
        ] {
            assert_eq!(answer(&tags), status, "{tags}");
        }
    }
}
