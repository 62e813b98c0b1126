use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject as _};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ParsedCertificate, WebPkiClientVerifier};
use tokio_rustls::rustls::{RootCertStore, ServerConfig, version};

use super::metrics::Metrics;
use super::validity::Validity;
use super::watched::Watched;
use crate::cli::exit::Failure;

/// The PEM files of an encrypted server.
#[derive(Clone, Debug)]
pub struct Tls {
    /// The certificate with its chain.
    pub cert: PathBuf,
    pub key: PathBuf,
    /// The issuer of client certificates, if clients need one.
    pub client_ca: Option<PathBuf>,
}

impl Tls {
    fn files(&self) -> Watched {
        Watched::now([&self.cert, &self.key].into_iter().chain(&self.client_ca))
    }
}

/// The TLS configuration from the files, which are read again when they change.
#[derive(Debug)]
pub struct Encryption {
    files: Tls,
    /// The state of the files before they were read.
    begun: Watched,
    /// When the certificate is valid that was read then.
    validity: Option<Validity>,
    in_use: RwLock<Arc<ServerConfig>>,
}

impl Encryption {
    /// Reads the files.
    pub fn read(files: Tls) -> Result<Arc<Self>, Failure> {
        let begun = files.files();
        let (config, validity) = config(&files)?;
        let in_use = RwLock::new(Arc::new(config));
        Ok(Arc::new(Self { files, begun, validity, in_use }))
    }

    /// Returns an acceptor for new connections. A connection keeps the certificate it began with.
    pub fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.in_use.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Whether clients need a certificate.
    pub fn asks_clients(&self) -> bool {
        self.files.client_ca.is_some()
    }

    /// Watches the files on a separate thread, which lives as long as the process. If the certificate and key do not
    /// match, because one is not written yet or is invalid, the previous ones stay in use.
    pub fn watch(self: Arc<Self>, every: Duration, metrics: Arc<Metrics>) -> std::io::Result<()> {
        let mut seen = self.begun.clone();
        metrics.certificate(self.validity);
        let watch = move || {
            loop {
                std::thread::sleep(every);
                let now = self.files.files();
                if now == seen {
                    continue;
                }
                let read = config(&self.files);
                // A file that changed while it was read is read again.
                seen = now;
                metrics.certificate_read(read.is_ok());
                match read {
                    Ok((read, validity)) => {
                        metrics.certificate(validity);
                        *self.in_use.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(read);
                        tracing::info!(cert = %self.files.cert.display(), "the TLS files were read again");
                    }
                    Err(failure) => tracing::warn!("TLS stays as it was: {failure}"),
                }
            }
        };
        std::thread::Builder::new().name("fitment-tls".to_owned()).spawn(watch).map(drop)
    }
}

/// Reads the files. A certificate that is not valid now is taken with a warning: clients may look at other things.
fn config(Tls { cert, key, client_ca }: &Tls) -> Result<(ServerConfig, Option<Validity>), Failure> {
    let provider = Arc::new(ring::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider));
    let builder = builder.with_protocol_versions(&[&version::TLS13, &version::TLS12]);
    let builder = builder.map_err(|error| Failure::Input(format!("TLS cannot be set up: {error}")))?;
    let builder = match client_ca {
        None => builder.with_no_client_auth(),
        Some(path) => {
            let mut roots = RootCertStore::empty();
            for root in certificates(path)? {
                roots.add(root).map_err(|error| Failure::file(path, error))?;
            }
            // Clients without a certificate are let in to ask whether the gate is alive: health checks have none.
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
            let verifier = verifier.allow_unauthenticated().build().map_err(|error| Failure::file(path, error))?;
            builder.with_client_cert_verifier(verifier)
        }
    };
    let private = private_key(key)?;
    let chain = certificates(cert)?;
    for certificate in &chain {
        // Whoever checks the pair does not say which of both it cannot read.
        ParsedCertificate::try_from(certificate).map_err(|error| Failure::file(cert, error))?;
    }
    let validity = chain.first().and_then(|own| Validity::of(own));
    let config = builder.with_single_cert(chain, private);
    let mut config = config.map_err(|error| Failure::file(key, error))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    if let Some(fault) = validity.and_then(|validity| validity.fault(SystemTime::now())) {
        tracing::warn!(cert = %cert.display(), "{fault}");
    }
    Ok((config, validity))
}

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, Failure> {
    // Read once, as it may be a pipe.
    let text = std::fs::read(path).map_err(|error| Failure::file(path, error))?;
    PrivateKeyDer::from_pem_slice(&text).map_err(|error| {
        if !matches!(error, pem::Error::NoItemsFound) {
            return Failure::file(path, error);
        }
        let text = String::from_utf8_lossy(&text);
        let found = match text.split_once("-----BEGIN ").and_then(|(_, label)| label.split_once("-----")) {
            Some(("ENCRYPTED PRIVATE KEY", _)) => {
                "found an encrypted key, expected one without a passphrase: `openssl pkey -in FILE -out FILE` writes it"
            }
            Some(("CERTIFICATE", _)) => "found a certificate, expected its private key",
            _ => "found no private key in PEM, expected one",
        };
        Failure::file(path, found)
    })
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, Failure> {
    let read: Result<Vec<_>, _> = CertificateDer::pem_file_iter(path).and_then(Iterator::collect);
    let read = read.map_err(|error| Failure::file(path, error))?;
    if read.is_empty() {
        return Err(Failure::file(path, "found no certificate in PEM, expected at least one"));
    }
    Ok(read)
}
