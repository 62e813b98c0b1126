//! The URLs of provider components: release pages of any host, and the forms that today's software accepts.

use super::url::Url;
use crate::base::Edition;
use crate::policy::providers::divergences::RELEASE_PAGES;
use crate::policy::providers::reasons::{ADDRESS_NOT_A_REPOSITORY, ADDRESS_OF_A_REPOSITORY};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::Reason;
use crate::wire::{Pointer, answer, given, words};

words! {
    /// The type of server that hosts a repository.
    pub enum Forge {
        /// GitHub, or a compatible server.
        Github = "github",
        /// GitLab.
        Gitlab = "gitlab",
    }
}

/// The URL of components, split into its parts.
#[derive(PartialEq, Eq, Debug)]
pub struct Repository {
    /// The type of server.
    pub forge: Forge,
    /// The host, with its port if the URL has one.
    pub host: String,
    /// The owner of the repository; only for GitHub.
    pub owner: Option<String>,
    /// The name of the repository; only for GitHub.
    pub repo: Option<String>,
    /// The version in the URL.
    pub version: Option<String>,
    /// The file in the URL.
    pub file: Option<String>,
}

impl Repository {
    /// Parses the URL of a release page as the design does: on any host, ending in `releases`, a version or a file.
    pub fn page(text: &str) -> Option<Self> {
        let url = Url::parse(text).filter(|url| url.scheme == "https" && !url.user && !url.hostname().is_empty())?;
        if is_gitlab(url.host) {
            return package(&url);
        }
        let mut segments = url.segments();
        if segments.last().is_some_and(String::is_empty) {
            segments.pop();
        }
        let mut rest = segments.into_iter();
        let (owner, repo, releases) = (rest.next()?, rest.next()?, rest.next()?);
        let (version, file) = (rest.next(), rest.next());
        let named = [Some(&owner), Some(&repo), version.as_ref(), file.as_ref()];
        let whole = named.into_iter().flatten().all(|part| !part.is_empty());
        let page = releases == RELEASES && whole && rest.next().is_none();
        page.then(|| Self {
            forge: Forge::Github,
            host: url.host.to_owned(),
            owner: Some(owner),
            repo: Some(repo),
            version,
            file,
        })
    }

    /// Parses the URL of a file as today's software does: on github.com, or in a package of a GitLab.
    pub fn of_today(text: &str) -> Option<Self> {
        let url = Url::parse(text).filter(|url| url.scheme == "https")?;
        if url.host != "github.com" {
            return package(&url).filter(|_| is_gitlab(url.host));
        }
        let segments = url.segments();
        let [owner, repo, releases, version, file @ ..] = segments.as_slice() else { return None };
        (releases == RELEASES && !file.is_empty()).then(|| Self {
            forge: Forge::Github,
            host: url.host.to_owned(),
            owner: Some(owner.clone()),
            repo: Some(repo.clone()),
            version: Some(version.clone()),
            file: Some(file.join("/")),
        })
    }
}

const RELEASES: &str = "releases";

/// Whether the host begins with `gitlab.`, or with `gitlab-` and contains a dot.
fn is_gitlab(host: &str) -> bool {
    let rest = host.strip_prefix("gitlab").unwrap_or_default();
    rest.starts_with('.') || (rest.starts_with('-') && rest.contains('.'))
}

/// Parses the URL of a generic package: exactly nine path segments, with their escapes as written.
fn package(url: &Url<'_>) -> Option<Repository> {
    let segments = url.escaped_segments();
    let [api, v4, projects, _, packages, generic, _, version, file] = segments.as_slice() else { return None };
    let is_package = [api, v4, projects, packages, generic] == ["api", "v4", "projects", "packages", "generic"];
    is_package.then(|| Repository {
        forge: Forge::Gitlab,
        host: url.host.to_owned(),
        owner: None,
        repo: None,
        version: Some(version.clone()),
        file: Some(file.clone()),
    })
}

/// Whether sources may be release pages.
pub fn has_pages(edition: Edition) -> bool {
    edition.applies(&RELEASE_PAGES)
}

/// `providers/check-url`
#[derive(Debug)]
pub struct CheckUrl;

given! {
    /// The URL of components.
    pub struct UrlGiven<'a> {
        /// The URL.
        url: &'a str,
    }
}

answer! {
    /// The parts of a URL.
    #[derive(Default)]
    pub struct UrlAnswer {
        /// Whether components can be fetched from the URL.
        valid: bool,
        /// The type of server that hosts the repository.
        repository: Option<Forge>,
        /// The host with its port. A token is sent only to this host.
        host: Option<String>,
        /// The owner of the repository; only for GitHub.
        owner: Option<String>,
        /// The name of the repository; only for GitHub.
        repo: Option<String>,
        /// The version in the URL: `latest` or a tag.
        version: Option<String>,
        /// The file in the URL.
        file: Option<String>,
    }
}

impl Answers for CheckUrl {
    const NAME: &'static str = "providers/check-url";
    const ASKS: &'static str = "whether components can be fetched from an address, and what it names";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = UrlGiven<'a>;
    type Answer<'a> = UrlAnswer;

    fn decide<'a>(given: UrlGiven<'a>, asked: &Asked<'a>) -> Outcome<UrlAnswer> {
        let read = if has_pages(asked.edition) { Repository::page } else { Repository::of_today };
        let place = Pointer::to("url");
        Ok(match read(given.url) {
            Some(Repository { forge, host, owner, repo, version, file }) => {
                let reason = Reason::new(&ADDRESS_OF_A_REPOSITORY, forge.word()).saw(place, given.url);
                let answer =
                    UrlAnswer { valid: true, repository: Some(forge), host: Some(host), owner, repo, version, file };
                Decision::new(answer, reason)
            }
            None => Decision::new(
                UrlAnswer::default(),
                Reason::new(&ADDRESS_NOT_A_REPOSITORY, given.url).saw(place, given.url),
            ),
        })
    }
}
