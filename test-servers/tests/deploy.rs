//! Tests of the scripts in `deploy/` that create secrets and roles, with a real PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::process::Command;

use test_servers::Postgres;
use test_servers::process::{Folder, output};

const DEPLOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy");

#[test]
fn each_role_may_connect_where_it_has_to_and_nowhere_else() {
    let (server, folder) = (Postgres::private().unwrap(), Folder::new().unwrap());
    let secrets = folder.path().join("secrets");
    output(Command::new(format!("{DEPLOY}/make-secrets")).arg(&secrets)).unwrap();
    let port = server.port().to_string();
    let mut roles = Command::new(format!("{DEPLOY}/postgres/roles.sh"));
    roles.env("SECRETS", &secrets).env("PGHOST", "127.0.0.1").env("PGPORT", &port);
    output(&mut roles).unwrap();

    let may = |role: &str, database: &str, what: &str| {
        let mut psql = Command::new("psql");
        psql.args(["--no-psqlrc", "--host=127.0.0.1", "--port", &port, "--set=ON_ERROR_STOP=1"]);
        psql.args(["--username", &format!("crosstable_{role}"), "--dbname", &format!("crosstable_{database}")]);
        output(psql.args(["--command", what])).is_ok()
    };
    let (enter, make) = ("\\conninfo", concat!("CREATE", " SCHEMA of_its_own"));
    for (role, database, enters, owns) in [
        ("write_api", "events", true, true),
        ("projector", "events", true, false),
        ("read_api", "events", false, false),
        ("write_api", "views", true, false),
        ("projector", "views", true, true),
        ("read_api", "views", true, false),
    ] {
        assert_eq!(may(role, database, enter), enters, "{role} enters {database}");
        assert_eq!(may(role, database, make), owns, "{role} creates a schema in {database}");
        assert!(!may(role, database, concat!("CREATE", " ROLE another")), "{role} creates roles");
    }
    // A second run changes nothing, because the roles exist.
    assert!(output(&mut roles).unwrap_err().0.contains("already exists"));
}
