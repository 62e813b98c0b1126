use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use fitment_host::{Isolation, Limits, Reset};

use super::failing::OnFailure;
use super::redaction::Redaction;
use super::tls::Tls;

/// What the server is told.
pub struct Settings {
    pub listen: SocketAddr,
    /// Without: HTTP without encryption.
    pub tls: Option<Tls>,
    pub documents: Vec<PathBuf>,
    pub complete: Vec<String>,
    /// The Kubernetes API whose objects are documents too.
    #[cfg(feature = "kubernetes")]
    pub kubernetes: Option<super::Access>,
    /// Files with questions that new documents have to decide before decisions rest on them.
    pub smoke: Vec<PathBuf>,
    /// The folder of the page, rather than what was built in.
    pub page: Option<PathBuf>,
    pub isolation: Isolation,
    pub reset: Reset,
    pub edition: &'static str,
    pub on_failure: Vec<OnFailure>,
    /// Where decisions are written down.
    pub log: Option<PathBuf>,
    /// What of their requests is written down too, and of the documents all.
    pub bodies: Option<Redaction>,
    pub body_limit: usize,
    /// Requests under way at a time.
    pub concurrency: usize,
    /// How often files are looked at.
    pub every: Duration,
    pub drain: Duration,
    pub grace: Duration,
    pub limits: Limits,
}

impl Settings {
    /// Of a gate on this machine alone, without documents.
    pub fn new(limits: Limits) -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            tls: None,
            documents: Vec::new(),
            complete: Vec::new(),
            #[cfg(feature = "kubernetes")]
            kubernetes: None,
            smoke: Vec::new(),
            page: None,
            isolation: Isolation::Fresh,
            reset: Reset::Drop,
            edition: "design",
            on_failure: Vec::new(),
            log: None,
            bodies: None,
            body_limit: limits.ask_bytes,
            concurrency: 256,
            every: Duration::from_secs(1),
            drain: Duration::from_millis(500),
            grace: Duration::from_secs(25),
            limits,
        }
    }
}
