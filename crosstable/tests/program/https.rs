//! HTTPS by one command (`docs/deployment.md`), with a local authority: the set-up, its cookie, and signing in through TLS.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::tempdir;

use crate::common::{Server, stdout};

/// Caddy in front of a server, with a certificate of its own authority, which no system trusts.
struct Caddy(Child);

impl Caddy {
    fn start(folder: &Path, port: u16, to: &str) -> Self {
        let file = folder.join("Caddyfile");
        let global = "{\n admin off\n skip_install_trust\n local_certs\n auto_https disable_redirects\n}\n";
        fs::write(&file, format!("{global}https://localhost:{port} {{\n reverse_proxy {to}\n}}\n")).unwrap();
        let mut caddy = Command::new("caddy");
        let caddy = caddy.arg("run").arg("--adapter").arg("caddyfile").arg("--config").arg(&file);
        let caddy = caddy.env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder).env("HOME", folder);
        Self(caddy.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("caddy"))
    }
}

impl Drop for Caddy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn curl(folder: &Path, arguments: &[&str]) -> String {
    let mut curl = Command::new("curl");
    curl.args(["--silent", "--show-error", "--max-time", "20", "--cookie-jar", "jar", "--cookie", "jar", "--include"]);
    curl.args(["--cacert", "caddy/pki/authorities/local/root.crt"]).args(arguments).current_dir(folder);
    stdout(&curl.output().expect("curl"))
}

#[test]
fn a_server_behind_one_command_is_set_up_and_signed_in_to_over_tls() {
    let folder = tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let public = format!("https://localhost:{port}");
    let server = Server::serve(folder.path(), &["--public-url", &public], &[]);
    let address = server.told(" on ").unwrap();
    let _caddy = Caddy::start(folder.path(), port, address.strip_prefix("http://").unwrap());
    let link = server.lines.iter().find(|line| line.contains("/set-up/")).unwrap().trim().to_owned();
    assert!(link.starts_with(&public), "{link}");
    // Until Caddy listens, each attempt takes as long as it takes to start curl.
    let is_up = (0..2_000).any(|_| curl(folder.path(), &[&link]).contains(" 200"));
    assert!(is_up, "{}", curl(folder.path(), &[&link]));

    let fields = ["organization_name=Store", "time_zone=Berlin", "best_identifier=Ada", "username=ada"];
    let passwords = ["password=correct horse battery", "repeated=correct horse battery"];
    let fields: Vec<_> = fields.iter().chain(&passwords).flat_map(|field| ["--data-urlencode", field]).collect();
    let set_up = curl(folder.path(), &[&fields[..], &[link.as_str()]].concat());
    let cookie = set_up.lines().find(|line| line.contains("crosstable_session=")).unwrap_or_default();
    assert!(set_up.contains(" 303") && cookie.contains("; Secure") && cookie.contains("HttpOnly"), "{set_up}");
    let next = curl(folder.path(), &[&format!("{public}/admin/set-up/")]);
    assert!(next.contains(" 200") && next.contains(&public) && !next.contains("class=\"note\""), "{next}");

    // The password is refused where others in the network could read it.
    let account = &fields[6..10];
    let plain = format!("{address}/login/");
    let refused = curl(folder.path(), &[account, &["--header", "Origin: http://192.0.2.1", &plain]].concat());
    assert!(refused.contains(" 403"), "{refused}");
    let login = format!("{public}/login/");
    let signed_in = curl(folder.path(), &[account, &[login.as_str()]].concat());
    assert!(signed_in.contains(" 303"), "{signed_in}");
}
