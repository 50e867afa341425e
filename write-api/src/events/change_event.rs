//! Changes an event. Omitted fields keep their values; fields that results depend on cannot change once play has begun.

use domain::tournament::table_range::TableRange;
use proto_events::tournament::PairingKind;

use super::document;
use super::event_fields::{self, EventChange, EventPlan};
use super::references::{check_parent, named_convention};
use crate::prelude::*;
use crate::registrations::make_join_code;
use crate::schedule::status_with;

pub(crate) const ROUTE: Route = Route {
    id: "change_event",
    summary: "Change an event",
    text: "Fields that are not given stay as they are; null clears an optional field. `rules`, `pod_size`, \
           `team_size` and `plays_together`, on which results depend, cannot be changed once play has begun (409), and \
           only `rules` while a round is paired. `pool_size` stays while the next round is paired, and `playoff` once \
           the playoff has begun (409). A larger capacity does not admit players from the waitlist: promote the waitlist. \
           With `is_canceled`, the event stays visible as canceled, and takes neither players nor rounds until you take \
           that back; a finished event cannot be canceled (409). A running event that is canceled no longer, or comes \
           into a convention, takes the tables of its round, and is refused (409) if another event has them. While a \
           queue has called players, or players are here, its convention stays, and so does whether it is a queue.",
    body: Some(body_schema::<EventChange>()),
    answer: Answer::json(200, "OrganizedEvent"),
    ..Route::at("PATCH", "/api/v1/magic-events/{id}/", Operation::ManageEvents)
};

impl EventCommand for EventChange {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = check_body;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let mut errors = FieldErrors::default();
        let convention_id = named_convention(event, self.convention_slug.as_ref(), &mut errors).await?;
        errors.check().map_err(Refusal::from)?;
        changed(self, event, convention_id).await
    }
}

async fn changed(
    change: &EventChange,
    event: &EventRun,
    convention_id: Option<Option<ConventionId>>,
) -> Result<Written<Tournament>, Problem> {
    let (api, parent_id) = (event.api(), change.parent());
    let parent = |_: Arc<Folded<Tournament>>| async move { Ok(api.parent(parent_id).await?) };
    let decide = |tournament: &Tournament, parent: &Option<Arc<Folded<Tournament>>>, _: &mut Ids| {
        decide(tournament, change, convention_id, parent.as_ref().map(|parent| &parent.state), event.arrived_at)
    };
    // A running event that is canceled no longer, or comes into a convention, takes its tables as if it was paired.
    let to = convention_id.flatten();
    Ok(api.change_pairings(&event.context, (event.stream(), to), parent, decide).await?)
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let event_id = request.id("event")?;
    let mut input = request.read::<EventChange>(body).await?;
    let slug = input.fields.as_ref().and_then(|change| change.convention_slug.as_ref());
    let convention_id = named_convention(&request, slug, &mut input.object.errors).await?;
    let (change, run) = input.finish(&request)?;
    let written = changed(&change, &run.on_event(event_id), convention_id).await?;
    document::answer(&request, &written).await
}

/// Decides the command. `convention_id` is the convention that the change names; `parent` is the event with the
/// requested parent id, if there is one. It is refused if a field is invalid, or one that must stay would change.
pub(crate) fn decide(
    tournament: &Tournament,
    change: &EventChange,
    convention_id: Option<Option<ConventionId>>,
    parent: Option<&Tournament>,
    now: DateTime<Utc>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let plan = change.made_to(&tournament.details, &tournament.organizing, convention_id);
    let mut errors = event_fields::faults(&plan);
    if plan.organizing.parent_id != tournament.organizing.parent_id {
        let (id, organization_id) = (tournament.id, tournament.organization_id);
        check_parent(plan.organizing.parent_id, Some(id), organization_id, parent, &mut errors);
    }
    check_fixed_seats(tournament, &plan, &mut errors);
    errors.check()?;
    check_what_stays(tournament, &plan)?;
    let EventPlan { details, organizing } = plan;
    let mut events = Vec::new();
    if details != tournament.details {
        let status = status_with(tournament.lifecycle, Some(&tournament.details), &details, now);
        let code = make_join_code::first(tournament.join_codes_made, &details);
        events.push(TournamentEvent::DetailsChanged { details });
        events.extend(code);
        events.extend(status.map(|status| TournamentEvent::LifecycleChanged { status }));
    }
    if organizing != tournament.organizing {
        events.push(TournamentEvent::OrganizingChanged { organizing });
    }
    Ok(events)
}

/// Checks that fixed tables of players are still among the event's tables, if those change.
fn check_fixed_seats(tournament: &Tournament, plan: &EventPlan, errors: &mut FieldErrors) {
    let tables = TableRange::with(&plan.organizing, &plan.details);
    if tables == TableRange::of(tournament) {
        return;
    }
    let seats = tournament.registrations.iter().filter(|entry| entry.has_a_place());
    let mut outside: Vec<i32> =
        seats.filter_map(|entry| entry.fixed_seat).filter(|seat| !tables.contains(*seat)).collect();
    outside.sort_unstable();
    if let Some(seat) = outside.first() {
        let field = if *seat < tables.first { "first_table" } else { "last_table" };
        errors.add(
            field,
            message!(
                "table-is-fixed",
                "Table {seat} is fixed for a player. Release it, or keep it among the tables.",
                seat
            ),
        );
    }
}

/// Checks that an event in play or with players who are here does not turn into a queue or back, and that a queue with called
/// players stays in its convention, which knows that they are called.
fn check_queue(tournament: &Tournament, plan: &EventPlan) -> Result<(), Refusal> {
    let turns = tournament.is_queue() != (plan.details.queue_size > 0);
    let moves = tournament.is_queue() && tournament.details.convention_id != plan.details.convention_id;
    let is_used = tournament.registrations.iter().any(Registration::is_held) || tournament.rounds().next().is_some();
    if !is_used || !(turns || moves) {
        return Ok(());
    }
    Err(Refusal::conflict(message!(
        "event-queue-in-use",
        "Players are called or here, or a round exists: {field} cannot be changed now.",
        field = if turns { "queue_size" } else { "convention_slug" }
    )))
}

fn check_what_stays(tournament: &Tournament, plan: &EventPlan) -> Result<(), Refusal> {
    check_queue(tournament, plan)?;
    let (before, after) = (&tournament.details, &plan.details);
    if after.is_canceled && !before.is_canceled && tournament.lifecycle.is_finished() {
        return Err(Refusal::conflict(message!(
            "event-took-place",
            "The event is {status}: it has taken place and cannot be canceled.",
            status = tournament.lifecycle
        )));
    }
    if before.team_size != after.team_size && !tournament.teams.is_empty() {
        return Err(Refusal::conflict(message!(
            "event-teams-formed",
            "Teams were formed: team_size cannot be changed any more."
        )));
    }
    let has_playoff = tournament.phases.iter().any(|phase| phase.round_type.is_playoff());
    if before.playoff != after.playoff && has_playoff {
        return Err(Refusal::conflict(message!(
            "event-playoff-begun",
            "The playoff has begun: playoff cannot be changed any more."
        )));
    }
    let changed = [
        ("team_size", before.team_size != after.team_size),
        ("plays_together", before.plays_together != after.plays_together),
        ("pod_size", before.pod_size != after.pod_size),
        ("rules", before.rules != after.rules),
    ];
    let mut changed: Vec<_> = changed.into_iter().filter(|(_, changed)| *changed).map(|(field, _)| field).collect();
    if !changed.is_empty() && tournament.play_has_begun() {
        return Err(Refusal::conflict(message!(
            "event-results-depend",
            "Play has begun, and results depend on {fields}: this cannot be changed any more.",
            fields = changed.join(", ")
        )));
    }
    changed.retain(|field| *field != "rules");
    changed.extend((before.pool_size != after.pool_size).then_some("pool_size"));
    let has_opponents = |round: &Round| round.all_matches().any(|table| table.pairing.kind != PairingKind::Seating);
    let waits = |round: &Round| round.status == ProgressStatus::Upcoming && has_opponents(round);
    match tournament.rounds().find(|(_, round)| waits(round)) {
        Some((_, round)) if !changed.is_empty() => Err(Refusal::conflict(message!(
            "event-round-paired",
            "Round {number} is paired with another {fields}: remove the round, then change {fields}.",
            number = round.number,
            fields = changed.join(", ")
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::rules_fields::EventRulesChange;
    use crate::rounds::testing::*;

    /// Decides a change that names neither a convention nor a parent.
    fn decided(event: &Tournament, change: impl FnOnce(&mut EventChange)) -> Result<Vec<E>, Refusal> {
        let mut changed = EventChange::default();
        change(&mut changed);
        decide(event, &changed, None, None, noon())
    }

    fn two_points() -> Option<EventRulesChange> {
        Some(EventRulesChange { points_for_win: Some(2), ..EventRulesChange::default() })
    }

    #[test]
    fn details_and_the_way_it_is_run_change_each_for_itself() {
        let renamed = decided(&tournament(&[]), |it| it.name = Some("Closed".into()));
        assert_eq!(renamed, Ok(vec![settings(|it| it.name = "Closed".into())]));
        let ranked = decided(&tournament(&[]), |it| it.ranked_playoff = Some(true));
        assert_eq!(ranked, Ok(vec![organized(|it| it.ranked_playoff = true)]));
    }

    #[test]
    fn what_results_depend_on_stays_once_play_has_begun() {
        let changes = |it: &mut EventChange| (it.rules, it.team_size) = (two_points(), Some(3));
        assert!(!decided(&tournament(&[]), changes).unwrap().is_empty());
        assert_eq!(coded(decided(&in_play(), changes)), "event-results-depend team_size, rules");
        let giants = decided(&in_play(), |it| (it.team_size, it.plays_together) = (Some(2), Some(true)));
        assert_eq!(coded(giants), "event-results-depend team_size, plays_together");
        let harmless = decided(&in_play(), |it| (it.name, it.top_cut) = (Some("Closed".into()), Some(8)));
        assert!(!harmless.unwrap().is_empty());
    }

    #[test]
    fn players_at_a_table_stay_while_a_round_is_paired() {
        let pods = |it: &mut EventChange| it.pod_size = Some(4);
        assert!(decided(&Played::new(8).state(), pods).is_ok());
        let (played, _) = Played::new(8).paired();
        assert_eq!(coded(decided(&played.state(), pods)), "event-round-paired 1 pod_size");
        let apart = |it: &mut EventChange| it.plays_together = Some(false);
        assert!(decided(&Played::of_pairs(2).state(), apart).is_ok());
        let (played, _) = Played::of_pairs(2).paired();
        assert_eq!(coded(decided(&played.state(), apart)), "event-round-paired 1 plays_together");
        let rules = decided(&played.state(), |it| it.rules = two_points());
        assert!(rules.is_ok(), "pairings do not depend on points");
    }

    #[test]
    fn pools_stay_while_a_round_is_paired_and_change_between_rounds() {
        let pools = |played: &Played, size| decided(&played.state(), |it| it.pool_size = Some(size));
        let (mut played, round_id) = Played::new(8).paired();
        assert_eq!(coded(pools(&played, 4)), "event-round-paired 1 pool_size");
        played.start(round_id);
        played.happen(pools(&played, 4).unwrap());
        assert!(pools(&played, 0).is_ok());
        played.finish(round_id);
        played.add(RoundKind::RoundRobin);
        assert_eq!(coded(pools(&played, 0)), "event-round-paired 2 pool_size");
    }

    #[test]
    fn the_kind_of_a_playoff_stays_once_it_has_begun() {
        let other = |played: &Played| decided(&played.state(), |it| it.playoff = Some(PlayoffKind::ThirdPlace));
        let mut played = Played::new(4).cut_to(4);
        assert!(!other(&played).unwrap().is_empty());
        played.add(RoundKind::Playoff);
        assert_eq!(coded(other(&played)), "event-playoff-begun");
        played.then(reached(L::EventFinished));
        assert_eq!(coded(other(&played)), "event-playoff-begun");
    }

    #[test]
    fn an_event_is_canceled_until_it_is_over_and_that_is_taken_back() {
        let says = |event: &Tournament, is_canceled| decided(event, |it| it.is_canceled = Some(is_canceled));
        for before in [tournament(&[]), in_play()] {
            let canceled = happened(before.clone(), &says(&before, true).unwrap());
            assert!(canceled.details.is_canceled);
            let back = happened(canceled.clone(), &says(&canceled, false).unwrap());
            assert!(!back.details.is_canceled);
        }
        let over = tournament(&[reached(L::EventFinished)]);
        assert_eq!(coded(says(&over, true)), "event-took-place EVENT_FINISHED");
        assert_eq!(says(&over, false), Ok(vec![]));
    }

    #[test]
    fn a_table_that_is_fixed_for_a_player_stays_among_the_tables() {
        let event = tournament(&[registered(1, S::Complete), seat_fixed(1, 7)]);
        let from = |first| decided(&event, |it| it.first_table = Some(OrNull(Some(first))));
        assert!(!from(7).unwrap().is_empty());
        assert!(coded(from(8)).starts_with("invalid first_table: "));
        let up_to = decided(&event, |it| it.last_table = Some(OrNull(Some(6))));
        assert!(coded(up_to).starts_with("invalid last_table: "));
    }

    #[test]
    fn a_queue_with_called_players_and_an_event_in_play_stay_what_they_are() {
        let with = |size, status| {
            let of_convention = settings(|it| (it.queue_size, it.convention_id) = (size, Some(ConventionId(5))));
            tournament(&[of_convention, registered(1, S::Complete), check_in_changed(1, status)])
        };
        let to = |event: &Tournament, queue_size, convention| {
            let change = EventChange { queue_size, ..EventChange::default() };
            decide(event, &change, Some(Some(ConventionId(convention))), None, noon())
        };
        for held in [Q::WaitingForPlayerResponse, Q::CheckedIn] {
            assert_eq!(coded(to(&with(4, held), Some(0), 5)), "event-queue-in-use queue_size");
            assert_eq!(coded(to(&with(4, held), None, 6)), "event-queue-in-use convention_slug");
            assert!(to(&with(4, held), Some(8), 5).is_ok());
        }
        assert!(to(&with(4, Q::Standby), Some(0), 6).is_ok());
        let checked_in = with(0, Q::CheckedIn);
        assert_eq!(coded(to(&checked_in, Some(4), 5)), "event-queue-in-use queue_size");
        assert!(to(&checked_in, None, 6).is_ok(), "no queue calls its players");
        let (played, _) = Played::new(8).paired();
        assert_eq!(coded(to(&played.state(), Some(4), 5)), "event-queue-in-use queue_size");
    }

    #[test]
    fn teams_keep_their_size() {
        assert_eq!(coded(decided(&team(), |it| it.team_size = Some(1))), "event-teams-formed");
    }

    #[test]
    fn an_event_is_the_child_of_another_of_its_organization_that_is_not_its_own() {
        let event = tournament(&[]);
        let of = |id: i64, parent: Option<&Tournament>| {
            let change = EventChange { parent_id: Some(OrNull(Some(id))), ..EventChange::default() };
            decide(&event, &change, None, parent, noon())
        };
        let mut other = event.clone();
        other.id = TournamentId(4);
        assert!(!of(4, Some(&other)).unwrap().is_empty());
        let (mut own_child, mut foreign) = (other.clone(), other);
        own_child.organizing.parent_id = Some(event.id);
        foreign.organization_id = OrganizationId(2);
        for (id, parent) in [(4, None), (3, Some(&event)), (4, Some(&own_child)), (4, Some(&foreign))] {
            let refused = coded(of(id, parent));
            assert!(refused.starts_with("invalid parent_id: "), "{refused}");
        }
    }
}
