//! Certificates for servers and clients, and an HTTPS client that records the certificate it was shown.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use tokio_rustls::rustls::client::{Resumption, WantsClientCert};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, ConfigBuilder, RootCertStore, StreamOwned};

use crate::http::{Client, tcp};

/// A certificate authority.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pub root: CertificateDer<'static>,
}

impl Authority {
    pub fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("no names are names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key can be made");
        let root = params.self_signed(&key).expect("it can be signed").der().clone();
        Self { issuer: Issuer::new(params, key), root }
    }

    /// Issues a certificate for this machine, with a number in its name. Returns it with its key, in PEM.
    pub fn issue(&self, number: u64) -> (String, String) {
        // For as long as certificates can be valid.
        self.issue_until(number, 4095)
    }

    /// The same, valid until the end of a year.
    pub fn issue_until(&self, number: u64, year: i32) -> (String, String) {
        let mut params = CertificateParams::new(["localhost".to_owned()]).expect("it is a name");
        params.not_after = date_time_ymd(year, 12, 31);
        params.distinguished_name.push(DnType::CommonName, format!("certificate {number}"));
        let key = KeyPair::generate().expect("a key can be made");
        let certificate = params.signed_by(&key, &self.issuer).expect("it can be signed");
        (pem("CERTIFICATE", certificate.der()), pem("PRIVATE KEY", &key.serialize_der()))
    }

    pub fn client(&self, protocol: &[u8]) -> Arc<ClientConfig> {
        configured(self.roots().with_no_client_auth(), protocol)
    }

    /// Returns a client that presents a certificate, in PEM, from any authority.
    pub fn client_with(&self, protocol: &[u8], (certificate, key): &(String, String)) -> Arc<ClientConfig> {
        let certificate = CertificateDer::from_pem_slice(certificate.as_bytes()).expect("it is PEM");
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).expect("it is PEM");
        let config = self.roots().with_client_auth_cert(vec![certificate], key);
        configured(config.expect("they belong together"), protocol)
    }

    fn roots(&self) -> ConfigBuilder<ClientConfig, WantsClientCert> {
        let mut roots = RootCertStore::empty();
        roots.add(self.root.clone()).expect("it is a root");
        ClientConfig::builder().with_root_certificates(roots)
    }
}

fn configured(mut config: ClientConfig, protocol: &[u8]) -> Arc<ClientConfig> {
    config.alpn_protocols = vec![protocol.to_vec()];
    // A resumed session would show the certificate with which it began.
    config.resumption = Resumption::disabled();
    Arc::new(config)
}

pub fn pem(label: &str, bytes: &[u8]) -> String {
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", BASE64_STANDARD.encode(bytes))
}

pub type Encrypted = StreamOwned<ClientConnection, TcpStream>;

pub fn encrypted(config: &Arc<ClientConfig>, address: &str) -> io::Result<Client<Encrypted>> {
    Client::over(handshake(config, address)?)
}

pub fn handshake(config: &Arc<ClientConfig>, address: &str) -> io::Result<Encrypted> {
    let name = ServerName::try_from("localhost").expect("it is a name");
    let mut connection = ClientConnection::new(Arc::clone(config), name).map_err(io::Error::other)?;
    let mut stream = tcp(address)?;
    while connection.is_handshaking() {
        connection.complete_io(&mut stream)?;
    }
    Ok(StreamOwned::new(connection, stream))
}

pub fn shown(config: &Arc<ClientConfig>, address: &str) -> Vec<u8> {
    let stream = handshake(config, address).expect("the certificate is good");
    stream.conn.peer_certificates().and_then(|chain| chain.first()).map(|own| own.to_vec()).expect("there is one")
}
