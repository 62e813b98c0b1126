//! Where the components of a provider come from: release pages, and today's repositories.

use super::url::Url;
use crate::base::Edition;
use crate::policy::providers::divergences::RELEASE_PAGES;
use crate::policy::providers::reasons::{ADDRESS_NOT_A_REPOSITORY, ADDRESS_OF_A_REPOSITORY};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::Reason;
use crate::wire::{Pointer, answer, given, words};

words! {
    /// What serves a repository.
    pub enum Forge {
        /// GitHub, or what speaks like it.
        Github = "github",
        /// GitLab.
        Gitlab = "gitlab",
    }
}

/// An address of components, taken apart.
#[derive(PartialEq, Eq, Debug)]
pub struct Repository {
    /// What serves it.
    pub forge: Forge,
    /// The host with its port.
    pub host: String,
    /// Who owns it.
    pub owner: Option<String>,
    /// Its name.
    pub repo: Option<String>,
    /// The version in the address.
    pub version: Option<String>,
    /// The file in the address.
    pub file: Option<String>,
}

impl Repository {
    /// Reads the address of a release page, as the design has it: of any host, down to the releases, a version or a file.
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

    /// Reads the address of a file as today's software does: github.com, or a package of a GitLab.
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

/// A host that begins with `gitlab.` or `gitlab-…`.
fn is_gitlab(host: &str) -> bool {
    let rest = host.strip_prefix("gitlab").unwrap_or_default();
    rest.starts_with('.') || (rest.starts_with('-') && rest.contains('.'))
}

/// A generic package: exactly nine parts, what is escaped in them left as it is.
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

/// Whether sources are release pages.
pub fn has_pages(edition: Edition) -> bool {
    edition.applies(&RELEASE_PAGES)
}

/// `providers/check-url`
#[derive(Debug)]
pub struct CheckUrl;

given! {
    /// An address of components.
    pub struct UrlGiven<'a> {
        /// The address.
        url: &'a str,
    }
}

answer! {
    /// What an address is.
    #[derive(Default)]
    pub struct UrlAnswer {
        /// Whether components can be fetched from it.
        valid: bool,
        /// What serves it.
        repository: Option<Forge>,
        /// The host with its port, the only one that a token is sent to.
        host: Option<String>,
        /// Who owns the repository.
        owner: Option<String>,
        /// The repository.
        repo: Option<String>,
        /// The version in the address, `latest` or a tag.
        version: Option<String>,
        /// The file in the address.
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
