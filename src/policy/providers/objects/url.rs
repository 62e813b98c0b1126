use std::borrow::Cow;
use std::fmt::Write;

/// A URL, parsed as Go's standard library does.
#[derive(PartialEq, Eq, Debug)]
pub struct Url<'a> {
    /// The scheme in lower case.
    pub scheme: String,
    /// Whether the URL contains user information.
    pub user: bool,
    /// The host, with its port if there is one.
    pub host: &'a str,
    /// The path as written.
    pub path: &'a str,
}

impl<'a> Url<'a> {
    /// Parses a URL. Returns `None` if it is invalid or has no host.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
        if text.bytes().any(|byte| byte < 0x20 || byte == 0x7f) {
            return None;
        }
        let (scheme, rest) = text.split_once(':')?;
        let mut letters = scheme.chars();
        let named = letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
            && letters.all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
        let rest = rest.split_once('?').map_or(rest, |(before, _)| before);
        let rest = rest.strip_prefix("//").filter(|_| named)?;
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
        let is_user = |letter: char| letter.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(letter);
        let good = user.is_none_or(|user| user.chars().all(is_user))
            && is_host(host)
            && [path, fragment, user.unwrap_or_default()].into_iter().all(|part| unescaped(part).is_some());
        good.then(|| Self { scheme: scheme.to_ascii_lowercase(), user: user.is_some(), host, path })
    }

    /// Returns the host without its port.
    pub fn hostname(&self) -> &'a str {
        if self.host.starts_with('[') {
            return self.host;
        }
        self.host.split_once(':').map_or(self.host, |(name, _)| name)
    }

    /// Returns the segments of the percent-decoded path.
    pub fn segments(&self) -> Vec<String> {
        split(&String::from_utf8_lossy(&self.plain_path())).map(str::to_owned).collect()
    }

    /// Returns the segments of the path with their escapes as written, if the path contains only valid characters.
    /// Otherwise the path is decoded and escaped again, as Go does, so that an escaped slash separates segments.
    pub fn escaped_segments(&self) -> Vec<String> {
        let is_open = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@".contains(&byte);
        if self.path.bytes().all(|byte| is_open(byte) || b"!'()*[]%".contains(&byte)) {
            return split(self.path).map(str::to_owned).collect();
        }
        let mut path = String::new();
        for byte in self.plain_path().iter().copied() {
            if is_open(byte) {
                path.push(char::from(byte));
            } else {
                let _ = write!(path, "%{byte:02X}");
            }
        }
        split(&path).map(str::to_owned).collect()
    }

    fn plain_path(&self) -> Cow<'a, [u8]> {
        unescaped(self.path).unwrap_or(Cow::Borrowed(self.path.as_bytes()))
    }
}

fn split(path: &str) -> impl Iterator<Item = &str> {
    path.strip_prefix('/').unwrap_or(path).split('/')
}

fn is_host(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, port)) => (name, port),
        None if host.starts_with('[') => return false,
        None => host.rfind(':').map_or((host, ""), |colon| host.split_at(colon)),
    };
    let port =
        port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    let letter =
        |letter: char| letter.is_ascii_alphanumeric() || !letter.is_ascii() || "-_.~!$&'()*+,;=:]<>\"".contains(letter);
    port && name.chars().all(letter)
}

/// Decodes percent-escapes. Returns `None` if a percent sign is not followed by two hex digits.
fn unescaped(text: &str) -> Option<Cow<'_, [u8]>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text.as_bytes()));
    }
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        out.push(if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            let (high, low) = (digit(bytes.next())?, digit(bytes.next())?);
            u8::try_from(high * 16 + low).ok()?
        } else {
            byte
        });
    }
    Some(Cow::Owned(out))
}
