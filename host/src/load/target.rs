use std::path::Path;
use std::sync::Arc;

use hyper::Uri;
use hyper::header::HeaderValue;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use crate::cli::exit::Failure;

/// The address that requests are sent to.
#[derive(Clone)]
pub struct Target {
    /// Host and port.
    pub address: String,
    pub host: HeaderValue,
    pub path: Uri,
    pub tls: Option<(TlsConnector, ServerName<'static>)>,
}

impl Target {
    /// Parses a URL, whose path defaults to `/admit`; `trusted` holds PEM certificates of the server or of its issuer.
    pub fn at(url: &str, trusted: Option<&Path>) -> Result<Self, Failure> {
        let wrong = || {
            Failure::Input(format!("found the address `{url}`, expected one such as `https://127.0.0.1:8443/admit`"))
        };
        let uri: Uri = url.parse().map_err(|_| wrong())?;
        let is_encrypted = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(wrong()),
        };
        let host = uri.host().ok_or_else(wrong)?;
        let port = uri.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 });
        let name = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let tls = match (is_encrypted, trusted) {
            (false, _) => None,
            (true, None) => {
                let says = "expected `--ca` with the certificate of the server, or of whoever issued it";
                return Err(Failure::Input(format!("found `{url}`, {says}")));
            }
            (true, Some(trusted)) => Some((connector(trusted)?, ServerName::try_from(name).map_err(|_| wrong())?)),
        };
        let path = match uri.path_and_query().map(hyper::http::uri::PathAndQuery::as_str) {
            None | Some("/") => "/admit",
            Some(path) => path,
        };
        Ok(Self {
            address: format!("{host}:{port}"),
            host: HeaderValue::try_from(format!("{host}:{port}")).map_err(|_| wrong())?,
            path: path.parse().map_err(|_| wrong())?,
            tls,
        })
    }
}

/// Creates a connector that trusts these certificates, and those they issued.
pub fn connector(trusted: &Path) -> Result<TlsConnector, Failure> {
    let certificates: Result<Vec<CertificateDer<'static>>, _> =
        CertificateDer::pem_file_iter(trusted).and_then(Iterator::collect);
    let certificates = certificates.map_err(|error| Failure::file(trusted, error))?;
    let unusable = |error: &dyn std::fmt::Display| Failure::file(trusted, error);
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(certificates.iter().cloned());
    let provider = Arc::new(ring::default_provider());
    let issued = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider)).build();
    let issued = issued.map_err(|error| unusable(&error))?;
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| unusable(&error))?;
    let verifier = Arc::new(Known { certificates, issued });
    let mut config = builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

/// Accepts a certificate that is itself listed, as a self-signed one has to be, and those that a listed one issued.
#[derive(Debug)]
struct Known {
    certificates: Vec<CertificateDer<'static>>,
    issued: Arc<WebPkiServerVerifier>,
}

impl ServerCertVerifier for Known {
    fn verify_server_cert(
        &self,
        end: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.certificates.iter().any(|known| known == end) {
            return Ok(ServerCertVerified::assertion());
        }
        self.issued.verify_server_cert(end, between, name, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.issued.verify_tls12_signature(message, cert, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.issued.verify_tls13_signature(message, cert, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.issued.supported_verify_schemes()
    }
}
