//! The ids in requests: the table of all operations, and its section of `docs/security.md`. Ids in paths and queries have
//! the same meaning wherever their names appear. Those in forms and bodies stand here for each operation.

use std::sync::LazyLock;

use api_kit::description::Route;
use domain::permissions::Own;

use crate::named_ids::Answer::{self, Allowed, BadRequest, Conflict, Forbidden, Ignored, Named, NotFound, Taken};
use crate::named_ids::Rule::{
    KnownName, Organization, OrganizationOrOpenEvent, OrganizationOrOwnEvent, OwnName, Person, Program, Published,
    Reach, Secret, UniqueName, Within,
};
use crate::named_ids::{NamedId, Place, Rule, Thing};
use crate::permissions::routes;

/// Every rule.
pub const RULES: &[Rule] = &[
    Rule::Organization,
    Rule::OrganizationOrOpenEvent,
    Rule::OrganizationOrOwnEvent,
    Rule::Within,
    Rule::Person,
    Rule::Reach,
    Rule::KnownName,
    Rule::UniqueName,
    Rule::OwnName,
    Rule::Published,
    Rule::Secret,
    Rule::Program,
];

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
    ("/stores/{slug}/", Thing::Organization, Published, Allowed),
    ("/api/v1/conventions/{slug}/", Thing::Convention, Organization, NotFound),
    ("/conventions/{slug}/", Thing::Convention, Published, Allowed),
    ("/desk/conventions/{id}/", Thing::Convention, Organization, NotFound),
    ("/members/{id}/", Thing::Member, Organization, NotFound),
    ("/invitations/{id}/", Thing::Invitation, Organization, NotFound),
    ("/users/{id}/", Thing::Person, Organization, NotFound),
    ("/people/{id}/", Thing::Person, Organization, NotFound),
    ("/claims/{id}/", Thing::Person, Organization, NotFound),
    ("/players/{id}/", Thing::Player, Published, NotFound),
    ("/webhooks/{id}/", Thing::Webhook, Organization, NotFound),
    ("/discord/{id}/", Thing::Webhook, Organization, NotFound),
    ("/series/{id}/", Thing::Series, Organization, NotFound),
    ("keys/{id}/", Thing::ApiKey, Organization, NotFound),
    ("{registration_id}", Thing::Registration, Within, NotFound),
    ("{round_id}", Thing::Round, Within, NotFound),
    ("{number}", Thing::Round, Within, NotFound),
    ("{match_id}", Thing::Match, Within, NotFound),
    ("{penalty_id}", Thing::Penalty, Within, NotFound),
    ("{call_id}", Thing::Call, Within, NotFound),
    ("{announcement_id}", Thing::Announcement, Within, NotFound),
    ("{team_id}", Thing::Team, Within, NotFound),
    ("{user_id}", Thing::Person, Organization, NotFound),
    ("{player_id}", Thing::Player, Within, NotFound),
    ("{delivery_id}", Thing::Delivery, Within, NotFound),
    ("{event}", Thing::Event, Secret, NotFound),
    // A join code, which begins with the event's id.
    ("/join/{code}/", Thing::Event, Published, NotFound),
    ("{code}", Thing::PrivateLink, Secret, NotFound),
    ("/unsubscribe/{link}/", Thing::UnsubscribeLink, Secret, NotFound),
    ("{link}", Thing::PasswordLink, Secret, NotFound),
    ("{provider}", Thing::Provider, Program, Allowed),
    ("/dumps/{file}", Thing::File, Published, Allowed),
    ("/pictures/{file}", Thing::File, Published, NotFound),
    ("{file}", Thing::File, Program, Allowed),
];

/// Ids in queries, by their names.
const QUERIES: &[(&str, Thing, Rule, Answer)] = &[
    ("convention", Thing::Convention, Organization, BadRequest),
    ("event", Thing::Event, Published, Allowed),
    ("organization_id", Thing::Organization, Published, Allowed),
    ("revision", Thing::Revision, Within, NotFound),
    ("store", Thing::Organization, Published, Allowed),
    ("user_id", Thing::Person, Organization, Ignored),
];

/// An operation, and fields of its form or body: their names, what they name, which they may name, and how another one is
/// answered.
type Field = (&'static str, (&'static str, Thing, Rule, Answer));

/// Ids in forms, by the page that takes the form: the POST, named by its folder and its name in the table of the folder. A
/// field that carries none is listed in `lab/e2e/tests/access/tenancy/id_values.rs`.
const FORMS: &[Field] = &[
    ("desk_event_copy_send", ("regular", Thing::Person, Reach, BadRequest)),
    ("desk_players_send", ("user_id", Thing::Person, Reach, BadRequest)),
    ("desk_approvals_send", ("approve decline waiting", Thing::Registration, Within, BadRequest)),
    // The number of a line, or that number and a person: `3-12`.
    ("desk_paste_send", ("line", Thing::Person, Reach, BadRequest)),
    ("desk_several_send", ("registration", Thing::Registration, Within, BadRequest)),
    ("desk_several_send", ("target", Thing::Event, Organization, BadRequest)),
    ("desk_check_in_send", ("registration", Thing::Registration, Within, BadRequest)),
    ("desk_messages_send", ("registration", Thing::Registration, Within, BadRequest)),
    ("desk_player_send", ("into", Thing::Person, Reach, BadRequest)),
    ("desk_teams_send", ("team dissolve", Thing::Team, Within, BadRequest)),
    ("desk_round_send", ("round", Thing::Round, Within, BadRequest)),
    ("desk_clock_send", ("round", Thing::Round, Within, BadRequest)),
    ("desk_results_send", ("round", Thing::Round, Within, BadRequest)),
    ("desk_swap_send", ("one other", Thing::Registration, Within, BadRequest)),
    ("desk_by_hand_send", ("one other", Thing::Registration, Within, BadRequest)),
    ("desk_judges_send", ("take close", Thing::Call, Within, BadRequest)),
    ("desk_judges_send", ("withdraw restore", Thing::Penalty, Within, BadRequest)),
    ("desk_judges_send", ("check checked uncheck feature unfeature match", Thing::Match, Within, BadRequest)),
    ("desk_judges_send", ("registration", Thing::Registration, Within, BadRequest)),
    ("desk_judges_send", ("round", Thing::Round, Within, BadRequest)),
    ("desk_staff_send", ("person end", Thing::Person, Organization, BadRequest)),
    ("desk_status_send", ("round", Thing::Round, Within, BadRequest)),
    ("desk_conventions_new_send", ("slug", Thing::Convention, OwnName, Ignored)),
    ("desk_conventions_change_send", ("slug", Thing::Convention, OwnName, Ignored)),
    ("desk_conventions_hall_send", ("event shares", Thing::Event, Within, Ignored)),
    ("desk_conventions_move_send", ("event", Thing::Event, Within, NotFound)),
    ("desk_conventions_undo_send", ("event", Thing::Event, Within, Ignored)),
    ("desk_conventions_announcements_send", ("announcement", Thing::Announcement, Within, BadRequest)),
    ("desk_conventions_counter_send", ("event", Thing::Event, Within, BadRequest)),
    ("desk_conventions_counter_send", ("registration", Thing::Registration, Within, BadRequest)),
    ("desk_conventions_queues_send", ("event", Thing::Event, Within, BadRequest)),
    ("desk_conventions_queues_send", ("registration", Thing::Registration, Within, BadRequest)),
    ("panel_discord_send", ("event", Thing::Event, Organization, BadRequest)),
    ("panel_login_send", ("username", Thing::Username, Secret, Allowed)),
    // Without mail, no one creates an account.
    ("panel_create_account_send", ("username", Thing::Username, UniqueName, Ignored)),
    ("panel_choose_organization_send", ("organization", Thing::Organization, Person, Forbidden)),
    ("panel_store_send", ("slug", Thing::Organization, UniqueName, Taken)),
    ("panel_add_member_send", ("username", Thing::Username, KnownName, Allowed)),
    ("panel_new_account_send", ("username", Thing::Username, UniqueName, Taken)),
    ("panel_person_profile_send", ("username", Thing::Username, UniqueName, Taken)),
    ("panel_change_profile_send", ("username", Thing::Username, UniqueName, Taken)),
    ("panel_change_password_send", ("username", Thing::Username, Person, Ignored)),
    ("panel_issue_token_send", ("organization", Thing::Organization, Person, BadRequest)),
    // Who claims the results of the person in the path.
    ("panel_claims_send", ("by", Thing::Person, Reach, Ignored)),
    ("player_own_claims_send", ("event", Thing::Event, Secret, BadRequest)),
    ("player_own_claims_send", ("code", Thing::PrivateLink, Secret, BadRequest)),
    ("player_own_claims_send", ("guest", Thing::Person, Person, BadRequest)),
    ("player_player_pages_send", ("organization", Thing::Organization, Person, NotFound)),
    ("player_join_code_send", ("code", Thing::Event, Published, BadRequest)),
    ("player_own_team_send", ("member", Thing::Registration, Within, Ignored)),
    ("player_own_team_send", ("team", Thing::Team, Within, NotFound)),
    ("player_team_held_send", ("member", Thing::Registration, Within, Ignored)),
    ("player_team_held_send", ("team", Thing::Team, Within, NotFound)),
    ("player_own_event_send", ("match", Thing::Match, Person, Ignored)),
    ("player_link_send", ("match", Thing::Match, Person, Ignored)),
];

/// Ids in bodies, by the operation. `[]` stands for the items of a list, `{}` for the names of an object's members.
const BODIES: &[Field] = &[
    ("change_user", ("username", Thing::Username, UniqueName, Taken)),
    ("merge_user", ("into", Thing::Person, Reach, BadRequest)),
    ("create_user", ("username", Thing::Username, UniqueName, Taken)),
    ("change_convention", ("slug", Thing::Convention, OwnName, Ignored)),
    ("create_convention", ("slug", Thing::Convention, OwnName, Ignored)),
    ("attach_decklist", ("decklist_id", Thing::Decklist, Reach, BadRequest)),
    ("lock_decklists", ("registration_id", Thing::Registration, Within, BadRequest)),
    ("unlock_decklists", ("registration_id", Thing::Registration, Within, BadRequest)),
    ("change_event", ("convention_slug", Thing::Convention, Organization, BadRequest)),
    ("change_event", ("parent_id", Thing::Event, Organization, BadRequest)),
    ("create_event", ("convention_slug", Thing::Convention, Organization, BadRequest)),
    ("create_event", ("parent_id", Thing::Event, Organization, BadRequest)),
    ("call_judge", ("match_id", Thing::Match, Within, BadRequest)),
    ("issue_penalty", ("registration_id", Thing::Registration, Within, BadRequest)),
    ("issue_penalty", ("round_id", Thing::Round, Within, BadRequest)),
    ("issue_penalty", ("match_id", Thing::Match, Within, BadRequest)),
    ("change_match", ("assigned_judge", Thing::Person, Organization, BadRequest)),
    ("correct_result", ("games_won{} places{} scores{}", Thing::Registration, Within, BadRequest)),
    ("report_result", ("games_won{} places{} scores{}", Thing::Registration, Within, BadRequest)),
    ("change_store_page", ("slug", Thing::Organization, UniqueName, Taken)),
    ("create_member", ("user_id", Thing::Person, Reach, BadRequest)),
    ("create_member", ("username", Thing::Username, KnownName, Allowed)),
    ("make_private_links", ("registration_id", Thing::Registration, Within, BadRequest)),
    ("move_to_child_event", ("event_id", Thing::Event, Organization, BadRequest)),
    ("create_registration", ("user_id", Thing::Person, Reach, BadRequest)),
    ("create_registration", ("username", Thing::Username, KnownName, Allowed)),
    ("send_message", ("registration_id", Thing::Registration, Within, BadRequest)),
    ("replace_pairings", ("matches[].players[]", Thing::Registration, Within, Conflict)),
    ("replace_pairings", ("matches[].teams[]", Thing::Team, Within, Conflict)),
    ("change_following_events", ("convention_slug", Thing::Convention, Organization, BadRequest)),
    ("change_following_events", ("parent_id", Thing::Event, Organization, BadRequest)),
    ("change_series", ("template_id", Thing::Event, Organization, BadRequest)),
    ("plan_series", ("template_id", Thing::Event, Organization, BadRequest)),
    ("change_team", ("registration_ids[]", Thing::Registration, Within, BadRequest)),
    ("change_team", ("invited[]", Thing::Registration, Within, BadRequest)),
    ("change_team", ("captain", Thing::Registration, Within, BadRequest)),
    ("form_team", ("registration_ids[]", Thing::Registration, Within, BadRequest)),
    ("join_group", ("team_id", Thing::Team, Within, NotFound)),
    ("leave_group", ("team_id", Thing::Team, Within, Ignored)),
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
fn table(routes: &[Route]) -> Vec<Row> {
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
    let [in_form, in_body] = [(Place::Form, FORMS), (Place::Body, BODIES)].map(|(place, fields)| {
        let own = fields.iter().filter(|(operation, _)| *operation == route.id);
        own.flat_map(move |(_, row)| row.0.split(' ').map(move |name| named(place, name, *row)))
    });
    in_path.chain(in_query).chain(in_form).chain(in_body).collect()
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

/// The ids in the requests of all operations.
pub static TABLE: LazyLock<Vec<Row>> = LazyLock::new(|| table(&routes()));

/// Returns the section: the rules, and the parameters that follow each rule.
pub fn page() -> String {
    let mut page = String::from("| Rule | Meaning |\n|---|---|\n");
    for rule in RULES {
        let (name, text) = rule_words(*rule);
        page += &format!("| {name} | {text} |\n");
    }
    page += "\n| Parameter | Names | Rule | Answer for another organization's | Operations |\n|---|---|---|---|---|\n";
    for row in &*TABLE {
        page += &line(row);
    }
    page
}

fn line(Row { operations, id }: &Row) -> String {
    let NamedId { place, parameter, thing, rule, answer } = id;
    let operations: Vec<_> = operations.iter().map(|operation| format!("`{operation}`")).collect();
    let operations = if operations.is_empty() { "all".to_owned() } else { operations.join(", ") };
    let (place, thing, rule, answer) =
        (place_name(*place), thing_name(*thing), rule_words(*rule).0, answer_text(*answer));
    format!("| `{parameter}` ({place}) | {thing} | {rule} | {answer} | {operations} |\n")
}

/// Returns the name of a part of a request in documents.
pub fn place_name(place: Place) -> String {
    format!("{place:?}").to_lowercase()
}

/// Returns the name of a kind of thing in documents.
fn thing_name(thing: Thing) -> String {
    let name = match thing {
        Thing::Revision => "revision of a list",
        Thing::ApiKey => "API key",
        Thing::Series => "series of events",
        Thing::PasswordLink => "password link",
        Thing::PrivateLink => "private link",
        Thing::UnsubscribeLink => "link to unsubscribe",
        Thing::Provider => "sign-in provider",
        Thing::IdempotencyKey => "request",
        Thing::ConsistencyToken => "write",
        other => return format!("{other:?}").to_lowercase(),
    };
    name.to_owned()
}

/// Returns the short name of a rule in documents, and its explanation.
fn rule_words(rule: Rule) -> (&'static str, &'static str) {
    match rule {
        Rule::Organization => ("own organization", "It is looked up among the things of the caller's organization."),
        Rule::OrganizationOrOpenEvent => (
            "own organization, or open event",
            "It is looked up among the things of the caller's organization. With a token or session, people also reach \
             events with a public page, acting for themselves.",
        ),
        Rule::OrganizationOrOwnEvent => (
            "own organization, or own event",
            "It is looked up among the things of the caller's organization. With a token or session, people also read \
             the public part of events that they are registered in.",
        ),
        Rule::Within => ("within the path", "It is looked up within the thing that the path names."),
        Rule::Person => ("own", "It is looked up among the caller's personal things."),
        Rule::Reach => (
            "reach",
            "It is within the organization's reach. People: the organization manages the account, or the person is its \
             member or signed up for one of its events. Decklists: the organization's own, and those that the player \
             handed in for one of its events, in the revision that was handed in.",
        ),
        Rule::KnownName => {
            ("known name", "Anyone who knows the name may use it. The answer reveals only the person's name.")
        }
        Rule::UniqueName => {
            ("unique name", "The name is unique in the whole service. A name that is taken is refused.")
        }
        Rule::OwnName => ("own name", "The name is unique among the caller's own. Others may use the same name."),
        Rule::Published => ("published", "It is public once it is published."),
        Rule::Secret => ("secret", "It is a secret that entitles its holder."),
        Rule::Program => ("program", "It is part of the program."),
    }
}

/// Returns the wording of an answer in documents.
fn answer_text(answer: Answer) -> &'static str {
    match answer {
        Answer::NotFound => "404, like one that never existed",
        Answer::BadRequest => "400, like one that never existed",
        Answer::Conflict => "409, like one that never existed",
        Answer::Forbidden => "403, like one that never existed",
        Answer::Ignored => "as if it did not exist",
        Answer::Taken => "400, taken",
        Answer::Named => "400, which says that it belongs to another organization",
        Answer::Allowed => "as the rule says",
    }
}
