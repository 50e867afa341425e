//! The ids in requests, by operation. Ids in paths and queries have the same meaning wherever their names appear, so they
//! stand here once; those in bodies and forms stand in the declarations of their operations.

use domain::foreign_ids::Answer::{self, Allowed, BadRequest, Ignored, Named, NotFound};
use domain::foreign_ids::Rule::{
    Organization, OrganizationOrOpenEvent, OrganizationOrOwnEvent, OwnName, Person, Program, Published, Reach, Secret,
    Within,
};
use domain::foreign_ids::{NamedId, Place, Rule, Thing};
use domain::permissions::Own;

use crate::description::Route;

/// Ids in paths, by the end of the address up to them. The first that an address contains counts.
const PATHS: &[(&str, Thing, Rule, Answer)] = &[
    ("/me/{id}/sign-up/", Thing::Event, Published, NotFound),
    ("/me/{id}/", Thing::Event, Person, NotFound),
    ("/account/invitations/{id}/", Thing::Organization, Person, NotFound),
    ("/account/memberships/{id}/", Thing::Organization, Person, NotFound),
    ("/account/player-pages/{id}/", Thing::Organization, Person, NotFound),
    ("/account/registrations/{id}/", Thing::Registration, Person, NotFound),
    ("/account/tokens/{id}/", Thing::Token, Person, NotFound),
    ("/magic-events/{id}/", Thing::Event, Organization, NotFound),
    ("/desk/events/{id}/", Thing::Event, Organization, NotFound),
    ("/events/{id}/", Thing::Event, Published, NotFound),
    ("/tournament-rounds/{id}/", Thing::Round, Organization, NotFound),
    ("/decklists/{id}/", Thing::Decklist, Reach, NotFound),
    ("/conventions/{slug}/", Thing::Convention, Organization, NotFound),
    ("/members/{id}/", Thing::Member, Organization, NotFound),
    ("/invitations/{id}/", Thing::Invitation, Organization, NotFound),
    ("/users/{id}/", Thing::Person, Organization, NotFound),
    ("/people/{id}/", Thing::Person, Organization, NotFound),
    ("/players/{id}/", Thing::Player, Published, NotFound),
    ("/webhooks/{id}/", Thing::Webhook, Organization, NotFound),
    ("keys/{id}/", Thing::ApiKey, Organization, NotFound),
    ("{registration_id}", Thing::Registration, Within, NotFound),
    ("{round_id}", Thing::Round, Within, NotFound),
    ("{number}", Thing::Round, Within, NotFound),
    ("{match_id}", Thing::Match, Within, NotFound),
    ("{penalty_id}", Thing::Penalty, Within, NotFound),
    ("{call_id}", Thing::Call, Within, NotFound),
    ("{team_id}", Thing::Team, Within, NotFound),
    ("{player_id}", Thing::Player, Within, NotFound),
    ("{delivery_id}", Thing::Delivery, Within, NotFound),
    ("{event}", Thing::Event, Secret, NotFound),
    ("{code}", Thing::PrivateLink, Secret, NotFound),
    ("{link}", Thing::PasswordLink, Secret, NotFound),
    ("/dumps/{file}", Thing::File, Published, Allowed),
    ("{file}", Thing::File, Program, Allowed),
];

/// Ids in queries, by their names.
const QUERIES: &[(&str, Thing, Rule, Answer)] = &[
    ("convention", Thing::Convention, Organization, BadRequest),
    ("organization_id", Thing::Organization, Published, Allowed),
    ("revision", Thing::Revision, Within, NotFound),
    ("store", Thing::Organization, Published, Allowed),
    ("user_id", Thing::Person, Organization, Ignored),
];

/// Headers of all operations.
const HEADERS: &[(&str, Thing, Rule, Answer)] = &[
    ("Idempotency-Key", Thing::IdempotencyKey, OwnName, Ignored),
    ("If-Match", Thing::Version, Within, Ignored),
    ("If-None-Match", Thing::Version, Within, Ignored),
    ("Consistency-Token", Thing::ConsistencyToken, Organization, Named),
];

/// An id, and the operations whose requests can have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Operations by their `operationId`; empty for all operations.
    pub operations: Vec<&'static str>,
    /// The id.
    pub id: NamedId,
}

/// Returns all ids in the requests of these operations, in the order of the operations.
pub fn table(routes: &[Route]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for route in routes {
        for id in ids_of(route) {
            match rows.iter_mut().find(|row| row.id == id) {
                Some(row) => row.operations.push(route.id),
                None => rows.push(Row { operations: vec![route.id], id }),
            }
        }
    }
    let headers = HEADERS.iter().map(|row| named(Place::Header, row.0, *row));
    rows.extend(headers.map(|id| Row { operations: Vec::new(), id }));
    rows
}

/// Returns the ids in the requests of an operation.
fn ids_of(route: &Route) -> Vec<NamedId> {
    let in_path = route.template.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name));
    let in_path = in_path.filter_map(|name| {
        let is_it = |pattern: &str| pattern.contains(&format!("{{{name}}}")) && route.template.contains(pattern);
        let row = PATHS.iter().find(|row| is_it(row.0))?;
        let id = named(Place::Path, name, *row);
        Some(NamedId { rule: widened(route, id), ..id })
    });
    let in_query = route.parameters.iter().filter_map(|parameter| {
        let row = QUERIES.iter().find(|row| row.0 == parameter.name)?;
        Some(named(Place::Query, parameter.name, *row))
    });
    in_path.chain(in_query).chain(route.ids.iter().copied()).collect()
}

fn named(
    place: Place,
    parameter: &'static str,
    (_, thing, rule, answer): (&'static str, Thing, Rule, Answer),
) -> NamedId {
    NamedId { place, parameter, thing, rule, answer }
}

/// Returns the rule of an event or round in a path, which people reach in their own name if the operation includes that.
fn widened(route: &Route, id: NamedId) -> Rule {
    let is_own_too = route.operation().is_some_and(|operation| operation.rule().own == Own::Too);
    match (id.thing, id.rule) {
        (Thing::Event | Thing::Round, Organization) if is_own_too && route.method == "GET" => OrganizationOrOwnEvent,
        (Thing::Event, Organization) if is_own_too => OrganizationOrOpenEvent,
        (_, rule) => rule,
    }
}
