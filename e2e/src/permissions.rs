//! `docs/permissions.md`: who may do what, from `domain::permissions` and the route tables, and from nothing else.

use api_kit::description::{Access, Route};
use domain::permissions::{Operation, Own, Scheme, may};
use proto_events::vocabulary::Role;

const HEAD: &str = "\
# Permissions

Who may do what. This page is made from the table in `domain/src/permissions.rs` and the route tables of `read-api`, `write-api`
and `admin-panel` by a test; do not edit it: `UPDATE_DOCS=1 cargo test -p e2e --test tidy permissions`.

A caller says who it is in one of these ways:

| | Sent as | Stands for |
|---|---|---|
| `ApiKey` | `X-API-Key: sk_…` | an organization, with the role of the member it was issued for; one that may only read changes nothing |
| `Token` | `Authorization: Token ut_…` | a person, in an organization or in none |
| `Cookie` | the cookie `crosstable_session`, from `/login/` | a person, in an organization or in none |

What the *role* may is about what belongs to the organization. *Own* is what belongs to the person: whatever the role, and without
being anybody's member. A key has nothing of its own.

400: a key and a token together where both are taken, since they may stand for different callers; a cookie gives way to either.
401: nothing that is taken there was sent, or it is mistyped, unknown, revoked or expired, or the person is no longer a member of
the organization it is for. 403: it is good, and may not. 404: there is no such thing, or it is another organization's: nobody can
tell one from the other.

";

/// The rows of every route table, by address; those of programs first.
pub fn routes() -> Vec<Route> {
    let mut routes = [read_api::routes(), write_api::http::routes(), admin_panel::routes()].concat();
    routes.sort_by_key(|route| (!route.template.starts_with("/api/"), route.template));
    routes
}

/// What a route stands for in the table, unless it is open to everybody.
pub fn operation(route: &Route) -> Option<Operation> {
    match route.access {
        Access::Key(operation) | Access::KeyOrOpen(operation) => Some(operation),
        Access::Open => None,
    }
}

/// The page.
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    let roles: Vec<_> = Role::ALL.iter().map(|role| format!("`{role}`")).collect();
    page += &format!("| To | {} | Own | By |\n|---|{}---|---|\n", roles.join(" | "), "---|".repeat(Role::ALL.len()));
    for operation in Operation::ALL {
        page += &row(*operation);
    }
    page += "\n| Method | Address | Needs the right to |\n|---|---|---|\n";
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
        Access::Key(operation) => operation.phrase().to_owned(),
        Access::KeyOrOpen(operation @ Operation::ReadExport) => {
            format!("{}; nothing with `--anonymous-export`", operation.phrase())
        }
        Access::KeyOrOpen(operation) => format!("{}; nothing for what is published", operation.phrase()),
        Access::Open => "nothing: open to everybody".to_owned(),
    }
}
