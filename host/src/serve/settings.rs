use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use fitment_host::{Isolation, Limits, Reset};

use super::failing::OnFailure;
use super::redaction::Redaction;
use super::tls::Tls;
use crate::cli::asking::complete::CompleteKind;

/// The server's configuration.
pub struct Settings {
    pub listen: SocketAddr,
    /// `None` serves plain HTTP.
    pub tls: Option<Tls>,
    pub documents: Vec<PathBuf>,
    pub complete: Vec<CompleteKind>,
    /// The Kubernetes API whose objects are also used as documents.
    #[cfg(feature = "kubernetes")]
    pub kubernetes: Option<super::Access>,
    /// Files with questions that new documents have to decide before decisions are based on them.
    pub smoke: Vec<PathBuf>,
    /// The folder of the page, in place of the embedded one.
    pub page: Option<PathBuf>,
    pub isolation: Isolation,
    pub reset: Reset,
    pub edition: &'static str,
    pub on_failure: Vec<OnFailure>,
    /// The file that decisions are logged to.
    pub log: Option<PathBuf>,
    /// If set, requests are logged too, after this redaction, and the documents are stored in full.
    pub bodies: Option<Redaction>,
    pub body_limit: usize,
    /// The most requests in progress at a time.
    pub concurrency: usize,
    /// How often files are checked for changes.
    pub every: Duration,
    pub drain: Duration,
    pub grace: Duration,
    pub limits: Limits,
}

impl Settings {
    /// The settings of a gate that only listens on this machine, without documents.
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
