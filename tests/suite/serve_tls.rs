//! The gate's certificate: whether it can be used, and for how long.

use crate::cli;
use crate::http::{Folder, Server, until};
use crate::tls::{Authority, encrypted, pem};

/// Midnight of the last day of 2049 and of 2050, between which the form of times changes.
const ENDS: [(i32, f64); 2] = [(2049, 2_524_521_600.0), (2050, 2_556_057_600.0)];

#[test]
fn a_certificate_that_expired_is_told_and_each_says_for_how_long_it_is_valid() {
    let (authority, folder) = (Authority::new(), Folder::new("validity"));
    let deliver = |year: i32| {
        let (certificate, key) = authority.issue_until(1, year);
        folder.write("tls.crt", &certificate);
        folder.write("tls.key", &key);
    };
    deliver(2001);
    let (says, flags) = (folder.at("says"), "--every 20ms --listen 127.0.0.1:0");
    let line = format!("exec \"$0\" serve {flags} --tls-cert \"$1\" --tls-key \"$2\" 2>\"$3\"");
    let mut shell = std::process::Command::new("sh");
    let files = [folder.at("tls.crt"), folder.at("tls.key"), says.clone()];
    let server = Server::of(shell.args(["-c", &line]).arg(cli::fitment().get_program()).args(files));
    let told = std::fs::read_to_string(says).expect("it tells");
    assert!(told.contains("the certificate expired at 2001-12-31T00:00:00Z"), "{told}");
    for (year, end) in ENDS {
        deliver(year);
        until("it is known when it expires", || {
            let config = authority.client(b"http/1.1");
            // The one before has expired.
            let Ok(mut client) = encrypted(&config, &server.address) else { return false };
            let text = client.request("GET", "/metrics", b"").expect("it answers").text();
            let line = text.lines().find_map(|line| line.strip_prefix("fitment_certificate_expiry_seconds "));
            line.and_then(|figure| figure.parse::<f64>().ok()) == Some(end)
        });
    }
}

#[test]
fn a_client_whose_certificate_is_refused_is_told_of() {
    let (authority, clients, folder) = (Authority::new(), Authority::new(), Folder::new("refused-client"));
    let (certificate, key) = authority.issue(1);
    folder.write("tls.crt", &certificate);
    folder.write("tls.key", &key);
    folder.write("clients.crt", &pem("CERTIFICATE", &clients.root));
    let line = "exec \"$0\" serve --listen 127.0.0.1:0 --tls-cert \"$1\" --tls-key \"$2\" --client-ca \"$3\" 2>\"$4\"";
    let mut shell = std::process::Command::new("sh");
    let files = ["tls.crt", "tls.key", "clients.crt", "says"].map(|name| folder.at(name));
    let server = Server::of(shell.args(["-c", line]).arg(cli::fitment().get_program()).args(files));
    let stranger = authority.client_with(b"http/1.1", &authority.issue(2));
    let told = || {
        let says = std::fs::read_to_string(folder.at("says")).expect("it tells");
        says.matches("a client's certificate was refused: ").count()
    };
    for _ in 0..3 {
        let asked = encrypted(&stranger, &server.address).and_then(|mut client| client.request("GET", "/healthz", b""));
        assert!(asked.is_err());
    }
    until("it is told", || told() > 0);
    // Not each time.
    assert_eq!(told(), 1);
}
