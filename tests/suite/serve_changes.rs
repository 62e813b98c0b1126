//! The gate while documents and certificates change, and while it shuts down. Clients do not notice.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};

use crate::http::{Ends, Folder, Server, until};
use crate::tls::{Authority, encrypted, pem, shown};

/// The number of changes, unless `FITMENT_CHANGES` says otherwise.
fn changes() -> u64 {
    std::env::var("FITMENT_CHANGES").ok().and_then(|count| count.parse().ok()).unwrap_or(2)
}

/// Returns a CloudProfile whose image has only this version, in YAML without the API server's defaults.
fn profile(version: u64) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {{name: local}}
spec:
  type: local
  kubernetes: {{versions: [{{version: 1.33.1}}]}}
  regions: [{{name: here}}]
  machineImages: [{{name: linux, versions: [{{version: {version}.0.0, cri: [{{name: containerd}}]}}]}}]
  machineTypes: [{{name: small, cpu: '2', gpu: '0', memory: 4Gi, architecture: amd64}}]
"
    )
}

const FIT: &str = r#"{"now":"2026-01-01T00:00:00Z","given":{"cloudProfile":"local","machineType":"small"}}"#;

fn version(answer: &Value) -> u64 {
    let version = answer["answer"]["images"][0]["versions"][0]["version"].as_str();
    let version = version.and_then(|version| version.strip_suffix(".0.0")?.parse().ok());
    version.unwrap_or_else(|| panic!("no version in {answer}"))
}

#[test]
fn documents_change_and_no_answer_is_mixed_or_missing() {
    let folder = Folder::new("documents");
    folder.write("profile.yaml", &profile(1));
    for warm in [&[][..], &["--warm", "50"]] {
        folder.write("profile.yaml", &profile(1));
        let server = Server::start(&[&["--documents", &folder.at("")], warm].concat());
        let done = AtomicBool::new(false);
        let answered = std::thread::scope(|scope| {
            let _ends = Ends(&done);
            let client = || {
                let mut client = server.connect().expect("it listens");
                let (mut answered, mut last) = (0_u64, 0);
                // An answer after the last change may belong to a question from before it, so one more question is
                // asked.
                let mut is_last = false;
                while !is_last {
                    is_last = done.load(Ordering::Relaxed);
                    let answer = client.request("POST", "/ask/images/fit", FIT.as_bytes()).expect("it answers");
                    assert_eq!(answer.status, 200, "{}", answer.text());
                    let version = version(&answer.json());
                    assert!(version >= last, "{version} after {last}");
                    last = version;
                    answered += 1;
                }
                (answered, last)
            };
            let clients = [scope.spawn(client), scope.spawn(client)];
            for change in 2..=changes() + 1 {
                folder.write("profile.yaml", "kind: CloudProfile\nspec: [");
                until("what is no YAML is told", || {
                    server.get("/readyz")["failure"]["says"].as_str().is_some_and(|says| says.contains("profile.yaml"))
                });
                let ready = server.get("/readyz");
                assert_eq!((&ready["ready"], &ready["generation"]), (&json!(true), &json!(change - 1)), "{ready}");
                assert_eq!(server.figure("fitment_documents_failed"), 1.0);
                folder.write("profile.yaml", &profile(change));
                until("the change is in use", || server.get("/readyz")["generation"] == change);
            }
            done.store(true, Ordering::Relaxed);
            let (answered, last): (Vec<u64>, Vec<u64>) =
                clients.map(|client| client.join().expect("no client fails")).into_iter().unzip();
            assert!(last.iter().all(|last| *last > changes()), "{last:?}");
            answered.iter().sum::<u64>()
        });
        println!("{warm:?}: {answered} answers, {} changes, as many bad ones, 0 failures", changes());
        assert_eq!(server.get("/readyz")["failure"], Value::Null);
        until("it counts as mended", || server.figure("fitment_documents_failed") == 0.0);
        assert!(server.figure(r#"fitment_documents_loads_total{result="failed"}"#) >= changes() as f64);
    }
}

#[test]
fn files_come_go_and_lie_as_kubernetes_lays_them() {
    let folder = Folder::new("volume");
    let server = Server::start(&["--documents", &folder.at("")]);
    let generation = || server.get("/readyz")["generation"].as_u64().expect("it is a number");
    // Nothing is wrong with an empty folder, and hardly anybody means it.
    let lacks = || {
        let problems = server.get("/documents")["problems"].as_array().cloned().unwrap_or_default();
        let lacking = problems.into_iter().filter(|problem| problem["code"] == "no-documents");
        lacking.map(|problem| problem["says"].as_str().expect("it is text").to_owned()).collect::<Vec<_>>()
    };
    let expected =
        format!("`{}`: found no file called `*.yaml`, `*.yml`, `*.json`, expected at least one", folder.at(""));
    assert_eq!((lacks(), server.figure("fitment_documents")), (vec![expected], 0.0));
    assert_eq!(server.post("/ask/images/fit", FIT).status, 409);
    // A volume as Kubernetes mounts it: a folder with the files, a link to it, and a link into that for each file.
    std::fs::create_dir(folder.at("..2026_1")).expect("a folder can be made");
    folder.write("..2026_1/profile.yaml", &profile(1));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("..2026_1", folder.at("..data")).expect("a link can be made");
        std::os::unix::fs::symlink("..data/profile.yaml", folder.at("profile.yaml")).expect("a link can be made");
    }
    until("the profile is in use", || server.post("/ask/images/fit", FIT).status == 200);
    until("it is counted", || server.figure("fitment_documents") == 1.0);
    until("nothing lacks", || lacks().is_empty());
    // A second document with the same identity makes both refused.
    folder.write("twice.yaml", &profile(2));
    until("the second is told", || !server.get("/readyz")["failure"].is_null());
    assert_eq!(version(&server.post("/ask/images/fit", FIT).json()), 1);
    let before = generation();
    std::fs::remove_file(folder.at("twice.yaml")).expect("it can be removed");
    until("one is left", || generation() > before);
    assert_eq!(server.get("/documents")["documents"].as_array().map(Vec::len), Some(1));
    // A pipe that nobody writes to holds nothing up.
    #[cfg(unix)]
    {
        assert!(
            std::process::Command::new("mkfifo").arg(folder.at("pipe.yaml")).status().is_ok_and(|made| made.success())
        );
        until("the pipe is told", || {
            server.get("/readyz")["failure"]["says"].as_str().is_some_and(|says| says.contains("found a pipe"))
        });
        std::fs::remove_file(folder.at("pipe.yaml")).expect("it can be removed");
    }
    std::fs::remove_file(folder.at("profile.yaml")).expect("it can be removed");
    until("none is left", || server.post("/ask/images/fit", FIT).status == 409);
}

#[test]
fn certificates_change_and_connections_live_on() {
    let (authority, folder) = (Authority::new(), Folder::new("tls"));
    let deliver = |(certificate, key): &(String, String)| {
        folder.write("tls.crt", certificate);
        folder.write("tls.key", key);
    };
    let first = authority.issue(1);
    deliver(&first);
    let server = Server::start(&["--tls-cert", &folder.at("tls.crt"), "--tls-key", &folder.at("tls.key")]);
    assert!(server.is_encrypted);
    let config = authority.client(b"http/1.1");
    let address = server.address.as_str();
    let mut old = encrypted(&config, address).expect("it listens");
    assert_eq!(old.request("GET", "/healthz", b"").expect("it answers").status, 200);
    let done = AtomicBool::new(false);
    let answered = std::thread::scope(|scope| {
        let _ends = Ends(&done);
        let client = scope.spawn(|| {
            let mut answered = 0_u64;
            while !done.load(Ordering::Relaxed) {
                let mut client = encrypted(&config, address).expect("every handshake succeeds");
                let answer = client.request("POST", "/ask/fitment/about", b"{}").expect("it answers");
                assert_eq!(answer.status, 200);
                answered += 1;
            }
            answered
        });
        for number in 2..=changes() + 1 {
            let before = shown(&config, address);
            // The certificate is delivered first without its key, then with it.
            let next = authority.issue(number);
            folder.write("tls.crt", &next.0);
            deliver(&next);
            let expected = CertificateDer::from_pem_slice(next.0.as_bytes()).expect("it is PEM");
            until("the next is shown", || shown(&config, address) == expected.to_vec());
            assert_ne!(before, expected.to_vec());
        }
        done.store(true, Ordering::Relaxed);
        client.join().expect("the client does not fail")
    });
    println!("{answered} handshakes, {} certificates, 0 failures", changes());
    // An invalid certificate leaves the last one in use, and the first connection never notices.
    let last = shown(&config, address);
    folder.write("tls.crt", "nonsense");
    let reads = || {
        let answer = encrypted(&config, address).and_then(|mut client| client.request("GET", "/metrics", b""));
        let text = answer.expect("it answers").text();
        text.contains(r#"fitment_certificate_reads_total{result="failed"}"#)
    };
    until("it was read", reads);
    assert_eq!(shown(&config, address), last);
    assert_eq!(old.request("GET", "/healthz", b"").expect("it is open").status, 200);
    // Without encryption there is no answer.
    assert!(server.connect().and_then(|mut client| client.request("GET", "/healthz", b"")).is_err());
}

#[test]
fn clients_show_a_certificate_where_one_is_asked_for() {
    let (authority, clients, folder) = (Authority::new(), Authority::new(), Folder::new("clients"));
    let (certificate, key) = authority.issue(1);
    folder.write("tls.crt", &certificate);
    folder.write("tls.key", &key);
    folder.write("clients.crt", &pem("CERTIFICATE", &clients.root));
    let tls = ["--tls-cert", &folder.at("tls.crt"), "--tls-key", &folder.at("tls.key")];
    let server = Server::start(&[&tls[..], &["--client-ca", &folder.at("clients.crt")]].concat());
    let asked = |config| {
        let ask = |path: &str| {
            let mut client = encrypted(&config, &server.address)?;
            let method = if path.starts_with("/ask") { "POST" } else { "GET" };
            client.request(method, path, b"{}").map(|answer| answer.status)
        };
        ["/ask/fitment/about", "/documents", "/metrics", "/", "/healthz", "/readyz"].map(|path| ask(path).ok())
    };
    let (all, watching) = ([Some(200); 6], [403, 403, 403, 403, 200, 200].map(Some));
    assert_eq!(asked(authority.client_with(b"http/1.1", &clients.issue(2))), all);
    // A monitoring client has no certificate, and gets only the paths for monitoring.
    assert_eq!(asked(authority.client(b"http/1.1")), watching);
    // A certificate from another authority does not count at all.
    assert_eq!(asked(authority.client_with(b"http/1.1", &authority.issue(3))), [None; 6]);
    // The authority of the clients can change too.
    folder.write("clients.crt", &pem("CERTIFICATE", &authority.root));
    until("others are known", || asked(authority.client_with(b"http/1.1", &authority.issue(4))) == all);
    assert_eq!(asked(authority.client_with(b"http/1.1", &clients.issue(5))), [None; 6]);
}

#[cfg(unix)]
#[test]
fn what_changes_while_it_starts_is_read_again() {
    use std::os::unix::fs::OpenOptionsExt as _;

    /// The flag `O_NONBLOCK`, with which a pipe that nobody reads is not opened.
    const NOT_BLOCKING: i32 = if cfg!(target_os = "linux") { 0o4000 } else { 4 };
    let (authority, clients, folder) = (Authority::new(), Authority::new(), Folder::new("starts"));
    let (certificate, key) = authority.issue(1);
    folder.write("tls.crt", &certificate);
    folder.write("clients.crt", &pem("CERTIFICATE", &authority.root));
    folder.write("profile.yaml", &profile(1));
    // It waits for its key when documents and clients have been read.
    let pipe = folder.at("tls.key");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    // Waits for the gate to read it, but not for ever.
    let to_gate = || {
        let mut open = None;
        until("the key is read", || {
            open = std::fs::File::options().write(true).custom_flags(NOT_BLOCKING).open(&pipe).ok();
            open.is_some()
        });
        open.expect("it is open")
    };
    let arguments = ["--tls-cert", "--tls-key", "--client-ca", "--documents"];
    let named = ["tls.crt", "tls.key", "clients.crt", "profile.yaml"].map(|name| folder.at(name));
    let arguments: Vec<&str> = arguments.iter().zip(&named).flat_map(|(flag, name)| [*flag, name]).collect();
    let server = std::thread::scope(|scope| {
        let server = scope.spawn(|| Server::start(&arguments));
        let mut pipe = to_gate();
        folder.write("profile.yaml", &profile(2));
        folder.write("clients.crt", &pem("CERTIFICATE", &clients.root));
        std::io::Write::write_all(&mut pipe, key.as_bytes()).expect("it is read");
        drop(pipe);
        server.join().expect("it starts")
    });
    // The clients' issuer has changed, so the key is read with it once more.
    std::io::Write::write_all(&mut to_gate(), key.as_bytes()).expect("it is read once more");
    let own = clients.issue(2);
    let client = || authority.client_with(b"http/1.1", &own);
    let asked = || {
        let answer = encrypted(&client(), &server.address)?.request("POST", "/ask/images/fit", FIT.as_bytes())?;
        std::io::Result::Ok((answer.status, answer.status == 200 && version(&answer.json()) == 2))
    };
    until("both changes are in use", || asked().is_ok_and(|answered| answered == (200, true)));
}

#[test]
fn documents_that_do_not_decide_what_they_have_to_are_not_used() {
    let folder = Folder::new("smoke");
    std::fs::create_dir(folder.at("documents")).expect("a folder can be made");
    folder.write("documents/profile.yaml", &profile(1));
    folder.write(
        "smoke.yaml",
        "question: images/fit\nnow: 2026-01-01T00:00:00Z\ngiven: {cloudProfile: local, machineType: small}\n",
    );
    let server = Server::start(&["--documents", &folder.at("documents"), "--smoke", &folder.at("smoke.yaml")]);
    assert_eq!(version(&server.post("/ask/images/fit", FIT).json()), 1);
    // Documents that are valid by themselves, but lack what the smoke question asks about.
    folder.write("documents/profile.yaml", &profile(2).replace("name: small", "name: large"));
    until("it is told", || !server.get("/readyz")["failure"].is_null());
    let ready = server.get("/readyz");
    let expected = "`images/fit` stays undecided with the documents: the profile has no machine type `small` ";
    assert!(ready["failure"]["says"].as_str().is_some_and(|says| says.starts_with(expected)), "{ready}");
    assert_eq!((version(&server.post("/ask/images/fit", FIT).json()), &ready["generation"]), (1, &json!(1)));
    folder.write("documents/profile.yaml", &profile(3));
    until("those that do are in use", || version(&server.post("/ask/images/fit", FIT).json()) == 3);
}

#[test]
fn the_second_version_of_http_is_spoken_too() {
    let (authority, folder) = (Authority::new(), Folder::new("h2"));
    let (certificate, key) = authority.issue(1);
    folder.write("tls.crt", &certificate);
    folder.write("tls.key", &key);
    let server = Server::start(&["--tls-cert", &folder.at("tls.crt"), "--tls-key", &folder.at("tls.key")]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().expect("it starts");
    runtime.block_on(async {
        let connector = tokio_rustls::TlsConnector::from(authority.client(b"h2"));
        let stream = tokio::net::TcpStream::connect(&server.address).await.expect("it listens");
        let name = ServerName::try_from("localhost").expect("it is a name");
        let stream = connector.connect(name, stream).await.expect("the certificate is good");
        let (mut client, connection) = h2::client::handshake(stream).await.expect("it speaks HTTP/2");
        let connection = tokio::spawn(connection);
        // Many requests at a time on one connection, each with its own answer.
        let mut answers = Vec::new();
        for number in 0..20 {
            let request = http::Request::post("https://localhost/ask/drivers/default").body(()).expect("a request");
            let (answer, mut body) = client.send_request(request, false).expect("there is room");
            let given = json!({"given": {"registeredDrivers": [{"name": format!("d{number}"), "provides": []}]}});
            body.send_data(given.to_string().into(), true).expect("it is sent");
            answers.push((number, answer));
            client = client.ready().await.expect("there is room");
        }
        for (number, answer) in answers {
            let answer = answer.await.expect("it answers");
            assert_eq!(answer.status(), 200);
            let (mut body, mut text) = (answer.into_body(), Vec::new());
            while let Some(data) = body.data().await {
                let data = data.expect("the body is whole");
                body.flow_control().release_capacity(data.len()).expect("it was taken");
                text.extend_from_slice(&data);
            }
            let answer: Value = serde_json::from_slice(&text).expect("it is JSON");
            assert_eq!(answer["answer"]["driver"], format!("d{number}"));
        }
        drop(client);
        connection.await.expect("it ends").expect("without an error");
    });
}

#[test]
fn who_was_accepted_is_answered_when_it_stops() {
    let rounds = changes().div_ceil(3);
    let (mut answered, mut connections) = (0_u64, 0_u64);
    for _ in 0..rounds {
        let folder = Folder::new("stop");
        let log = folder.at("decisions");
        let server = Server::start(&["--drain", "200ms", "--log", &log]);
        let (begun, told) = (AtomicBool::new(false), AtomicBool::new(false));
        let mut received = 0;
        std::thread::scope(|scope| {
            let client = || {
                let (mut answered, mut connections) = (0_u64, 0_u64);
                // Until the server stops listening.
                'connecting: while let Ok(mut client) = server.connect() {
                    connections += 1;
                    let mut is_first = true;
                    loop {
                        let answer = match client.request("POST", "/ask/fitment/about", b"{}") {
                            Ok(answer) => answer,
                            // The kernel accepted the connection, but the server never did.
                            Err(_) if is_first && told.load(Ordering::Relaxed) => continue 'connecting,
                            Err(error) => panic!("after {answered} answers: {error}"),
                        };
                        assert_eq!(answer.status, 200);
                        is_first = false;
                        answered += 1;
                        if answered > 20 {
                            begun.store(true, Ordering::Relaxed);
                        }
                        if answer.is_last() {
                            break;
                        }
                    }
                }
                (answered, connections)
            };
            let clients = [scope.spawn(client), scope.spawn(client), scope.spawn(client)];
            until("there is load", || begun.load(Ordering::Relaxed));
            told.store(true, Ordering::Relaxed);
            server.signal("-TERM");
            for client in clients {
                let (own, its) = client.join().expect("no request is lost");
                received += own;
                connections += its;
            }
        });
        assert!(server.wait().success());
        // Every decision has arrived.
        let decided = std::fs::read_to_string(&log).expect("there is a log").lines().count() as u64;
        assert!(decided <= received, "{decided} decisions, of which {received} arrived");
        answered += received;
    }
    println!("{rounds} stops: {answered} answers over {connections} connections, 0 lost");
}
