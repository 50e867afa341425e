//! Generates `docs/permissions.md` from `domain::permissions` and the route tables.

use api_kit::description::{Access, Route};
use domain::permissions::{Operation, Own, Scheme, may};
use proto_events::vocabulary::Role;

const HEAD: &str = "\
# Permissions

Which roles may do what. A test generates this page from the table in `domain/src/permissions.rs` and the route tables
of `read-api`, `write-api` and `web`. Do not edit it, but run
`UPDATE_DOCS=1 cargo test -p e2e --test tidy permissions`.

A caller authenticates in one of these ways:

| | Sent as | Identifies |
|---|---|---|
| `ApiKey` | `X-API-Key: sk_…` | an organization, with the role of the key's member; a read-only key changes nothing |
| `Token` | `Authorization: Token ut_…` | a person, in an organization or in none |
| `Cookie` | the cookie `crosstable_session`, from `/login/` | a person, in an organization or in none |

A *role* gives permissions for the organization's data. *Own* is permission for a person's own data, with any role and
also without an organization. A key has no data of its own.

A member can have another role for one event. What it allows for the event's desk and writes is in
[record 316](decisions/0316-roles-for-one-event.md); the table is about roles in the organization.

Requests are refused with these statuses:

* 400: a key and a token were sent together where both are accepted, although they may belong to different callers. A
  cookie next to either is ignored.
* 401: no accepted credential was sent, or it is mistyped, unknown, revoked or expired, or the person is no longer a
  member of its organization.
* 403: the credential is valid, but does not have the permission.
* 404: the resource does not exist or belongs to another organization. The answer is the same for both.

";

/// The rows of all route tables by address, those of the API first.
pub fn routes() -> Vec<Route> {
    let mut routes = [read_api::routes(), write_api::interface::routes(), web::site::routes()].concat();
    routes.sort_by_key(|route| (!route.template.starts_with("/api/"), route.template));
    routes
}

/// Returns the page in Markdown.
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    let roles: Vec<_> = Role::ALL.iter().map(|role| format!("`{role}`")).collect();
    page += &format!("| To | {} | Own | By |\n|---|{}---|---|\n", roles.join(" | "), "---|".repeat(Role::ALL.len()));
    for operation in Operation::ALL {
        page += &row(*operation);
    }
    page += "\n| Method | Address | Needs the permission to |\n|---|---|---|\n";
    for route in routes() {
        page += &format!("| {} | `{}` | {} |\n", route.method, route.template, right(route.access));
    }
    page
}

fn row(operation: Operation) -> String {
    let rule = operation.rule();
    let roles = Role::ALL.iter().map(|role| if may(*role, operation) { "yes" } else { "no" }.to_owned());
    let own = match rule.own {
        Own::Too => "yes".to_owned(),
        Own::No => String::new(),
    };
    let schemes: Vec<_> = rule.schemes.iter().map(|scheme: &Scheme| format!("`{}`", scheme.name())).collect();
    let cells: Vec<_> = roles.chain([own, schemes.join(", ")]).collect();
    format!("| {} | {} |\n", rule.phrase, cells.join(" | "))
}

fn right(access: Access) -> String {
    match access {
        Access::Key(operation) => operation.rule().phrase.to_owned(),
        Access::KeyOrOpen(operation @ Operation::ReadExport) => {
            format!("{}; none with `--anonymous-export`", operation.rule().phrase)
        }
        Access::KeyOrOpen(operation) => format!("{}; none for published data", operation.rule().phrase),
        Access::Open => "none: public".to_owned(),
    }
}
