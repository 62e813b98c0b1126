//! The image of a container, and overrides of its parts.

use crate::policy::providers::reasons::{IMAGE_AS_IT_IS, IMAGE_NOT_CANONICAL, IMAGE_OVERRIDDEN};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, Pointer, answer, given};

/// The parts of an image reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// Everything before the last path segment, including the registry.
    pub repository: String,
    /// The last path segment.
    pub name: String,
    /// The tag, empty if there is none.
    pub tag: String,
    /// The digest, empty if there is none.
    pub digest: String,
}

impl Image {
    /// Splits an image reference at its separators, without validating the parts.
    pub fn split(text: &str) -> Self {
        let (rest, digest) = text.split_once('@').unwrap_or((text, ""));
        let (repository, last) = rest.rsplit_once('/').unwrap_or(("", rest));
        let (name, tag) = last.split_once(':').unwrap_or((last, ""));
        Self {
            repository: repository.to_owned(),
            name: name.to_owned(),
            tag: tag.to_owned(),
            digest: digest.to_owned(),
        }
    }

    /// Parses a canonical image reference: one that names its registry and follows the rules of registries.
    pub fn canonical(text: &str) -> Option<Self> {
        let image = Self::split(text);
        let (domain, path) = match image.repository.split_once('/') {
            Some((domain, path)) => (domain, Some(path)),
            None => (image.repository.as_str(), None),
        };
        let registry = domain.contains(['.', ':']) || domain == "localhost" || domain.to_lowercase() != domain;
        let shortened = domain == "index.docker.io" || (domain == "docker.io" && path.is_none());
        // A first segment that is not a domain may still be valid in a path, and then counts towards the path's length.
        let is_host = is_domain(domain);
        let before = if is_host { path } else { Some(image.repository.as_str()) };
        let size = before.map_or(0, |path| path.len() + 1) + image.name.len();
        let good = registry
            && !shortened
            && (is_host || is_path_part(domain))
            && path.is_none_or(|path| path.split('/').all(is_path_part))
            && is_path_part(&image.name)
            && size <= 255
            && (image.tag.is_empty() || is_tag(&image.tag))
            && (image.digest.is_empty() || is_digest(&image.digest));
        // A separator with nothing after it is invalid.
        (good && image.to_string() == text).then_some(image)
    }
}

impl std::fmt::Display for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (part, sign) in [(&self.repository, "/"), (&self.name, "")] {
            if !part.is_empty() {
                write!(f, "{part}{sign}")?;
            }
        }
        for (sign, part) in [(":", &self.tag), ("@", &self.digest)] {
            if !part.is_empty() {
                write!(f, "{sign}{part}")?;
            }
        }
        Ok(())
    }
}

fn is_domain(domain: &str) -> bool {
    let (host, port) = match domain.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) => {
            let address = !address.is_empty() && address.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b':');
            return address && is_port(port);
        }
        None => domain.find(':').map_or((domain, ""), |colon| domain.split_at(colon)),
    };
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let part =
        |part: &str| !part.is_empty() && !part.starts_with('-') && !part.ends_with('-') && part.bytes().all(inside);
    host.split('.').all(part) && is_port(port)
}

fn is_port(port: &str) -> bool {
    let digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    port.is_empty() || port.strip_prefix(':').is_some_and(digits)
}

/// Whether the text consists of lower-case letters and digits, separated by a dot, one or two underscores, or any
/// number of dashes.
fn is_path_part(part: &str) -> bool {
    let word = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let mut rest = part.as_bytes();
    loop {
        let letters = rest.iter().take_while(|byte| word(byte)).count();
        rest = rest.get(letters..).unwrap_or_default();
        if letters == 0 {
            return false;
        }
        if rest.is_empty() {
            return true;
        }
        let signs = rest.iter().take_while(|byte| !word(byte)).count();
        let between = rest.get(..signs).unwrap_or_default();
        let good = matches!(between, b"." | b"_" | b"__") || between.iter().all(|byte| *byte == b'-');
        if !good {
            return false;
        }
        rest = rest.get(signs..).unwrap_or_default();
    }
}

fn is_tag(tag: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let inside = |byte: u8| word(byte) || byte == b'.' || byte == b'-';
    tag.len() <= 128 && tag.bytes().next().is_some_and(word) && tag.bytes().all(inside)
}

/// Whether the digest has an algorithm and a length that registries use.
fn is_digest(digest: &str) -> bool {
    let sizes = [("sha256", 64), ("sha384", 96), ("sha512", 128)];
    let small = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    digest
        .split_once(':')
        .is_some_and(|(algorithm, digits)| sizes.contains(&(algorithm, digits.len())) && digits.bytes().all(small))
}

given! {
    /// The replacements for the parts of an image.
    pub struct Override<'a> {
        /// The replacement for everything before the last path segment.
        repository: Option<&'a str>,
        /// The replacement for the last path segment.
        name: Option<&'a str>,
        /// The replacement for the tag.
        tag: Option<&'a str>,
    }
}

/// Image overrides by key: `all`, a component, or `component/image`.
pub type Overrides<'a> = Ordered<&'a str, Override<'a>>;

/// Applies the overrides to an image, from general to specific. Also returns the keys of those that had an effect.
pub fn overridden(image: &Image, component: &str, overrides: &Overrides<'_>) -> (Image, Vec<String>) {
    let mut changed = image.clone();
    let mut used = Vec::new();
    for key in ["all".to_owned(), component.to_owned(), format!("{component}/{}", image.name)] {
        let Some(known) = overrides.get(&key) else { continue };
        let parts = [
            (
                &mut changed.repository,
                known.repository.map(|repository| repository.strip_suffix('/').unwrap_or(repository)),
            ),
            (&mut changed.name, known.name),
            (&mut changed.tag, known.tag),
        ];
        let mut says = false;
        for (part, new) in parts {
            if let Some(new) = new.filter(|new| !new.is_empty()) {
                *part = new.to_owned();
                says = true;
            }
        }
        if says {
            used.push(key);
        }
    }
    (changed, used)
}

/// `providers/image`
#[derive(Debug)]
pub struct ImageOf;

given! {
    /// An image of a component, and the image overrides.
    pub struct ImageGiven<'a> {
        /// The component: a provider's label, `cert-manager`, or `cluster-api-operator` for the operator itself.
        component: &'a str,
        /// The image in the manifest.
        image: &'a str,
        /// The overrides, by `all`, component, or `component/image`.
        overrides: Overrides<'a>,
    }
}

answer! {
    /// The image to pull.
    pub struct ImageAnswer {
        /// The image reference with the overrides applied.
        image: Option<String>,
        /// Whether the manifest's image cannot be overridden.
        error: Option<bool>,
    }
}

impl Answers for ImageOf {
    const NAME: &'static str = "providers/image";
    const ASKS: &'static str = "which image is pulled where the images of a manifest are overridden";
    type Given<'a> = ImageGiven<'a>;
    type Answer<'a> = ImageAnswer;

    fn decide<'a>(given: ImageGiven<'a>, _: &Asked<'a>) -> Outcome<ImageAnswer> {
        let written = Fact::at(Pointer::to("image"), given.image);
        let Some(image) = Image::canonical(given.image) else {
            let reason = Reason::new(&IMAGE_NOT_CANONICAL, given.component).fact(written);
            return Ok(Decision::new(ImageAnswer { image: None, error: Some(true) }, reason));
        };
        let (changed, used) = overridden(&image, given.component, &given.overrides);
        let reason = match used.is_empty() {
            true => Reason::new(&IMAGE_AS_IT_IS, given.component).fact(written),
            false => {
                let keys = used.iter().map(String::as_str).collect::<Json>();
                Reason::new(&IMAGE_OVERRIDDEN, changed.to_string()).fact(written).fact(Fact::named("overrides", keys))
            }
        };
        Ok(Decision::new(ImageAnswer { image: Some(changed.to_string()), error: None }, reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_its_whole_form_follows_the_rules_of_registries() {
        let tagged = |tag: &str| format!("registry.k8s.io/a/b:{tag}");
        let digested = |algorithm: &str, digits: &str| format!("registry.k8s.io/a/b@{algorithm}:{digits}");
        for (name, is_whole) in [
            ("registry.k8s.io/a/b".to_owned(), true),
            ("localhost/b".to_owned(), true),
            ("localhost:5000/b:v1".to_owned(), true),
            ("REGISTRY/b".to_owned(), true),
            ("registry/b".to_owned(), false),
            ("docker.io/library/b".to_owned(), true),
            ("docker.io/b".to_owned(), false),
            ("registry.k8s.io/A/b".to_owned(), false),
            ("registry.k8s.io/a/b:".to_owned(), false),
            ("registry.k8s.io/a//b".to_owned(), false),
            ("registry.k8s.io:80x/b".to_owned(), false),
            ("registry.k8s.io:/b".to_owned(), false),
            ("registry..k8s.io/b".to_owned(), false),
            ("-registry.k8s.io/b".to_owned(), false),
            ("[2001:db8::1]:5000/b".to_owned(), true),
            ("[2001:db8::1]/b".to_owned(), true),
            ("[2001:db8::g]/b".to_owned(), false),
            ("[2001:db8::1]5000/b".to_owned(), false),
            ("[]:5000/b".to_owned(), false),
            ("registry.k8s.io/a__b".to_owned(), true),
            ("registry.k8s.io/a___b".to_owned(), false),
            ("registry.k8s.io/a.b---c".to_owned(), true),
            ("registry.k8s.io/a..b".to_owned(), false),
            ("registry.k8s.io/a.-b".to_owned(), false),
            ("registry.k8s.io/.a".to_owned(), false),
            ("registry.k8s.io/a-".to_owned(), false),
            ("foo_bar.example.org/b".to_owned(), true),
            ("Foo_bar.example.org/b".to_owned(), false),
            ("foo_bar.example.org:80/b".to_owned(), false),
            (format!("foo_bar.example.org/{}", "b".repeat(236)), false),
            (format!("registry.k8s.io/a/{}", "b".repeat(253)), true),
            (format!("registry.k8s.io/a/{}", "b".repeat(254)), false),
            (tagged("_V1.0-rc"), true),
            (tagged(".1"), false),
            (tagged("-1"), false),
            (tagged("1+2"), false),
            (tagged(&"t".repeat(128)), true),
            (tagged(&"t".repeat(129)), false),
            (digested("sha256", &"0f".repeat(32)), true),
            (digested("sha256", &"0F".repeat(32)), false),
            (digested("sha256", &"0g".repeat(32)), false),
            (digested("sha256", &"0f".repeat(31)), false),
            (digested("sha384", &"0f".repeat(48)), true),
            (digested("sha512", &"0f".repeat(64)), true),
            (digested("md5", &"0f".repeat(16)), false),
        ] {
            assert_eq!(Image::canonical(&name).is_some(), is_whole, "{name}");
        }
    }
}
