//! `/desk/events/{id}/players/{registration_id}/`: one player, and what staff can do for this player.

use askama::Template;
use domain::permissions::Operation;
use domain::time_zone::Zone;
use domain::tournament::records::{Record, records};
use domain::tournament::to_pair::plays;
use domain::tournament::{Registration, Tournament};
use domain::user::User;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto_events::TournamentEvent;
use proto_events::ids::UserId;
use proto_events::vocabulary::RegistrationStatus;
use serde_json::{Value, json};
use write_api::Typed as _;
use write_api::accounts::merge_user::MergeUser;
use write_api::accounts::rename_guest::RenameGuest;
use write_api::accounts::unmerge_user::UnmergeUser;
use write_api::registrations::change_registration::ChangeRegistration;
use write_api::registrations::check_in::CheckIn;
use write_api::registrations::disqualify_player::DisqualifyPlayer;
use write_api::registrations::drop_player::DropPlayer;
use write_api::registrations::make_private_links::MakePrivateLinks;
use write_api::registrations::revoke_private_link::RevokePrivateLink;

use crate::desk::event::{Desk, EventFrame};
use crate::desk::event_form::{Group, Kind, Setting, SettingsForm, setting};
use crate::desk::judging::{self, PlayerPenalties, by};
use crate::desk::meanwhile;
use crate::desk::penalties::place_of;
use crate::desk::players::{Person, is_in, missed, status};
use crate::desk::tables::{TableRow, table_row};
use crate::parts::format::record;
use crate::serving::failures::{PageError, PageResult, failed};
use crate::serving::interface::{self, Refused};

#[derive(Template)]
#[template(path = "desk/player.html")]
struct PlayerPage<'a> {
    frame: EventFrame<'a>,
    entry: &'a Registration,
    /// The names of the player's rounds, with the tables; the newest round first.
    played: Vec<(String, TableRow)>,
    record: Record,
    fields: SettingsForm,
    penalties: PlayerPenalties<'a>,
    /// Other accounts that may be the same person's.
    doubles: Vec<Person>,
    /// Whether the account is merged into another one.
    is_merged: bool,
    /// Whether staff may rename the person.
    is_guest: bool,
    /// The person's e-mail address, if it is known and the reader may see it.
    email: Option<String>,
    /// The address of the private link, if the person may see it.
    link: Option<String>,
}

const FIELDS: &[Setting] = &[
    setting("notes", "internal_notes", Kind::Text, "", "desk-notes"),
    setting("bye_rounds", "has_byes_for_round_numbers", Kind::List, "", "desk-byes"),
    setting("fixed_seat", "fixed_seat", Kind::Number, "", "desk-seat"),
    setting("paper_list", "using_paper_decklist", Kind::Yes, "", "desk-paper-list").without_hint(),
    setting("paid", "mark_as_paid", Kind::Yes, "", "desk-paid").without_hint(),
    setting("pays_later", "requested_deferred_payment", Kind::Yes, "", "desk-pays-later").without_hint(),
    setting("payment_method", "payment_method", Kind::Choice(PAYMENT_METHODS), "", "desk-payment-method"),
    setting("tags", "tags", Kind::Text, "", "desk-tags"),
];

const PAYMENT_METHODS: &[(&str, &str)] =
    &[("", "desk-payment-any"), ("CARDPAY", "desk-payment-card"), ("WALLETPAY", "desk-payment-wallet")];

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let entry = desk.entry()?;
    let user = desk.shared.commands.user(entry.user_id).await.map_err(failed)?;
    let user = user.as_ref().map(|user| &user.state);
    let is_merged = user.is_some_and(|user| user.merged_into.is_some());
    // Accounts are the organization's: a role for this event does not count.
    let may_change_people = desk.request.may(Operation::ManageRegistrations);
    let is_own = user.is_some_and(|user| user.managed_by == desk.session.caller.organization_id) && may_change_people;
    let may_merge = is_own && user.is_some_and(|user| user.profile.username.is_empty());
    let email = entry.profile_shown(desk.state().organization_id, user).map(|profile| profile.email.clone());
    // With a role for this event alone, staff sees the addresses of those who signed up.
    let may_read = desk.may(Operation::ReadPeople) && (entry.signed_up || desk.request.may(Operation::ReadPeople));
    let mut doubles = Vec::new();
    if may_merge && !is_merged {
        let alike = desk.shared.people.alike(desk.session.organization_id()?, &desk.name_of(entry.user_id)).await?;
        let others = alike.iter().filter(|found| found.person.user_id != entry.user_id);
        doubles.extend(others.map(|found| Person::new(desk.texts, found)));
    }
    desk.page(&PlayerPage {
        frame: desk.frame("players"),
        entry,
        played: played(desk, entry),
        record: records(desk.state()).remove(&entry.id).unwrap_or_default(),
        fields: match has_fields(desk) {
            true => meanwhile::fields(desk, FIELDS, |state| form_of(state, entry)).await?,
            false => form_of(desk.state(), entry),
        },
        penalties: judging::of_player(desk, entry).await?,
        doubles,
        is_merged: is_merged && may_change_people,
        is_guest: is_own && user.is_some_and(User::is_guest),
        email: email.filter(|email| may_read && !email.is_empty()),
        link: link(desk, entry),
    })
}

/// Returns the player's tables, with the names of the rounds; the newest round first.
fn played(desk: &Desk<'_>, entry: &Registration) -> Vec<(String, TableRow)> {
    let rounds = desk.state().rounds().rev().map(|(_, round)| round);
    let tables = rounds.flat_map(|round| round.all_matches().map(move |table| (round, table)));
    let own = tables.filter(|(_, table)| table.side(entry.id).is_some());
    own.map(|(round, table)| (desk.round_name(round), table_row(desk, round, table, |_| 0))).collect()
}

impl PlayerPage<'_> {
    fn path(&self) -> String {
        format!("{}{}", self.frame.base, self.frame.desk.address(&format!("players/{}", self.entry.id)))
    }

    fn may_change(&self) -> bool {
        self.frame.desk.may(Operation::ManageRegistrations)
    }

    /// Whether the person may make and see the private link, which reaches the player's notifications about all events.
    fn may_link(&self) -> bool {
        self.frame.desk.request.may(Operation::ManageRegistrations)
    }

    /// Returns the address to write to the person, in an e-mail program.
    fn mail_to(email: &str) -> Option<String> {
        let (name, host) = email.split_once('@')?;
        let [name, host] = [name, host].map(|part| utf8_percent_encode(part, NON_ALPHANUMERIC).to_string());
        Some(format!("mailto:{name}@{}", host.replace("%2E", ".").replace("%2D", "-")))
    }

    fn changes(&self) -> Vec<(&'static str, &'static str)> {
        match self.entry.status {
            RegistrationStatus::Complete => {
                let is_early = !is_in(self.entry) && self.frame.desk.state().rounds().next().is_none();
                let check_in = is_early.then_some(("check-in", "desk-do-check-in"));
                check_in.into_iter().chain([("drop", "desk-do-drop")]).collect()
            }
            RegistrationStatus::Eliminated => Vec::new(),
            _ => vec![("return", "desk-do-return")],
        }
    }
}

/// Changes the registration: a step, or the fields of the form that this person changed. If another person has changed
/// the same since the page was shown, the page says so and asks.
pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    let entry = desk.entry()?;
    let step = desk.form.exact("change");
    if matches!(step, "check-in" | "drop" | "disqualify" | "return" | "link" | "unlink") {
        check_status(desk, entry).await?;
    }
    let fields = match has_fields(desk) {
        true => with_tags(meanwhile::changed(desk, FIELDS, |state| form_of(state, entry), label).await?),
        false => json!({}),
    };
    carry_out(desk, entry, fields).await.map_err(Refused::or_again)?;
    match step {
        "link" | "unlink" | "rename" | "fields" => {
            desk.redirect_with(&desk.address(&format!("players/{}", entry.id)), "frame-done-saved")
        }
        _ => desk.done_at("players").await,
    }
}

fn has_fields(desk: &Desk<'_>) -> bool {
    desk.form.exact("change") == "fields"
}

/// Returns the fields with tags as the interface takes them; they are typed with commas between them.
fn with_tags(mut fields: Value) -> Value {
    if let Some(tags) = fields.get_mut("tags") {
        let typed = tags.as_str().unwrap_or_default().split(',').map(str::trim);
        *tags = typed.filter(|tag| !tag.is_empty()).map(Value::from).collect();
    }
    fields
}

/// Refuses a step if the player's status has changed since the page was shown, and says how.
async fn check_status(desk: &Desk<'_>, entry: &Registration) -> Result<(), PageError> {
    let shown = meanwhile::as_shown(desk).await?;
    let shown = shown.as_ref().and_then(|shown| shown.state.registration(entry.id));
    if shown.is_none_or(|shown| shown.status == entry.status) {
        return Ok(());
    }
    let changes = meanwhile::happened(desk, is_of_status).await?;
    Err(PageError::Form(vec![desk.texts.say("desk-conflict-status"), changes.join(" ")].into()))
}

fn is_of_status(change: &TournamentEvent) -> bool {
    use TournamentEvent as E;
    matches!(
        change,
        E::PlayerDropped { .. }
            | E::PlayerDisqualified { .. }
            | E::RegistrationStatusChanged { .. }
            | E::PlaceDeclined { .. }
    )
}

fn label(field: &str) -> String {
    FIELDS.iter().find(|setting| setting.field == field).map_or("", |setting| setting.label).to_owned()
}

/// Returns the form with the values of a registration in this state of the event.
fn form_of(state: &Tournament, entry: &Registration) -> SettingsForm {
    let entry = state.registration(entry.id).unwrap_or(entry);
    let document = json!({
        "internal_notes": entry.internal_notes,
        "has_byes_for_round_numbers": entry.bye_rounds,
        "fixed_seat": entry.fixed_seat,
        "using_paper_decklist": entry.using_paper_decklist,
        "mark_as_paid": entry.payment.marked_as_paid,
        "requested_deferred_payment": entry.payment.deferred_requested,
        "payment_method": entry.payment.method,
        "tags": entry.tags,
    });
    SettingsForm::of(FIELDS, &document, Zone::UTC)
}

async fn carry_out(desk: &Desk<'_>, entry: &Registration, fields: Value) -> Result<(), Refused> {
    let (request, registration_id, user_id) = (desk.request, entry.id, entry.user_id);
    let terms = request.terms();
    match request.form.exact("change") {
        "check-in" => desk.run(terms, CheckIn { registration_id, status: None }).await?,
        "drop" => desk.run(terms, DropPlayer { registration_id }).await?,
        "disqualify" => desk.run(terms, DisqualifyPlayer { registration_id }).await?,
        "link" => desk.run(terms, MakePrivateLinks { registration_id: Some(registration_id) }).await?,
        "unlink" => desk.run(terms, RevokePrivateLink { registration_id }).await?,
        "rename" => {
            let best_identifier = request.form.text("best_identifier").to_owned();
            return interface::run(request, terms, &RenameGuest { user_id, best_identifier }).await.map(|_| ());
        }
        "merge" => {
            // Something else than a number is no one's id.
            let into = request.form.id("into").unwrap_or(UserId(0));
            return interface::run(request, terms, &MergeUser { user_id, into }).await.map(|_| ());
        }
        "unmerge" => return interface::run(request, terms, &UnmergeUser { user_id }).await.map(|_| ()),
        step => {
            let change = match step {
                "return" => ChangeRegistration {
                    registration_status: Some(RegistrationStatus::Complete),
                    ..ChangeRegistration::default()
                },
                _ => ChangeRegistration::typed(fields).map_err(|problem| Refused::by(problem, desk.texts))?,
            };
            // It is refused if the fields have changed since they were compared.
            desk.run(terms.at_version(desk.version()), ChangeRegistration { registration_id, ..change }).await?
        }
    };
    Ok(())
}

/// Returns the address of the player's private link, if the person may see it.
fn link(desk: &Desk<'_>, entry: &Registration) -> Option<String> {
    let id = desk.state().id;
    let code = desk.shared.private_links.current(id, entry);
    let code = code.filter(|_| desk.request.may(Operation::ManageRegistrations))?;
    Some(format!("{}{}", desk.shared.public_url, code.path(id)))
}
