use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{ServerConfig, version};

use super::metrics::Metrics;
use super::watched::Watched;
use crate::cli::exit::Failure;

/// A certificate and its key, read again when the files change.
#[derive(Debug)]
pub struct Certificate {
    cert: PathBuf,
    key: PathBuf,
    in_use: RwLock<Arc<CertifiedKey>>,
}

impl Certificate {
    /// Reads both files.
    pub fn read(cert: &Path, key: &Path) -> Result<Arc<Self>, Failure> {
        let in_use = RwLock::new(Arc::new(certified(cert, key)?));
        Ok(Arc::new(Self { cert: cert.to_owned(), key: key.to_owned(), in_use }))
    }

    /// What makes connections of sockets: each handshake takes the certificate there is, and connections keep theirs.
    pub fn acceptor(self: &Arc<Self>) -> Result<TlsAcceptor, Failure> {
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder.with_protocol_versions(&[&version::TLS13, &version::TLS12]);
        let builder = builder.map_err(|error| Failure::Input(format!("TLS cannot be set up: {error}")))?;
        let mut config = builder.with_no_client_auth().with_cert_resolver(Arc::clone(self) as _);
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }

    /// Looks at the files on a thread of its own, for as long as the process lives. A certificate and a key that do not
    /// belong together, because one of them is not there yet or is none, leave those before in use.
    pub fn watch(self: Arc<Self>, every: Duration, metrics: Arc<Metrics>) -> std::io::Result<()> {
        let files = || Watched::now([&self.cert, &self.key]);
        let mut seen = files();
        let watch = move || {
            loop {
                std::thread::sleep(every);
                let now = Watched::now([&self.cert, &self.key]);
                if now == seen {
                    continue;
                }
                let read = certified(&self.cert, &self.key);
                // What changed while it was read is read again.
                seen = now;
                metrics.certificate_read(read.is_ok());
                match read {
                    Ok(read) => {
                        *self.in_use.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(read);
                        tracing::info!(cert = %self.cert.display(), "the certificate was replaced");
                    }
                    Err(failure) => tracing::warn!("the certificate stays as it was: {failure}"),
                }
            }
        };
        std::thread::Builder::new().name("fitment-tls".to_owned()).spawn(watch).map(drop)
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.in_use.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn certified(cert: &Path, key: &Path) -> Result<CertifiedKey, Failure> {
    let chain: Result<Vec<_>, _> = match CertificateDer::pem_file_iter(cert) {
        Ok(chain) => chain.collect(),
        Err(error) => Err(error),
    };
    let chain = chain.map_err(|error| Failure::file(cert, error))?;
    if chain.is_empty() {
        return Err(Failure::file(cert, "found no certificate in PEM, expected at least one"));
    }
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| Failure::file(key, error))?;
    CertifiedKey::from_der(chain, private, &ring::default_provider()).map_err(|error| Failure::file(key, error))
}
