//! Changes what judges record about a match: all changes or none.

use super::document::{self, WrittenMatch};
use super::table::{at_moment, placed, players};
use crate::prelude::*;

/// The longest time extension in seconds: two hours.
const EXTENSION_SECONDS_MAX: i32 = 7_200;

pub(crate) const ROUTE: Route = Route {
    id: "change_match",
    summary: "Change a match",
    text: "Fields that are not given stay as they are. A match can be featured at any time; judges, time extensions \
           and deck checks are for matches whose round is not complete (409). `time_extension_seconds` is the sum of \
           all extensions.",
    body: Some(body_schema::<ChangeMatch>()),
    answer: Answer::of::<WrittenMatch>(200),
    ..Route::at("PATCH", "/api/v1/magic-events/{id}/matches/{match_id}/", Operation::JudgeMatches)
};

body! {
    /// Changes of a match by judges. Fields that are not given stay as they are.
    #[derive(Default)]
    pub struct ChangeMatch as MatchChange of match_id: MatchId such as r#"{"is_feature_match": true}"# {
        /// Whether it is a feature match.
        is_feature_match: Option<bool>,
        /// Id of the user who judges it, a member of your organization; null for no judge.
        assigned_judge: Option<OrNull<i64>>,
        /// Time extension in seconds.
        time_extension_seconds: Option<i32> => 0..=EXTENSION_SECONDS_MAX,
        /// Whether a deck check has started.
        deck_check_started: Option<bool>,
        /// Whether the deck check is completed.
        deck_check_completed: Option<bool>,
    }
}

impl EventCommand for ChangeMatch {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = check_body;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, names_judge) = (event.api(), matches!(self.assigned_judge, Some(OrNull(Some(_)))));
        let organizer = |event: Arc<Folded<Tournament>>| async move {
            Ok(if names_judge { api.organization(event.organization_id).await? } else { None })
        };
        let decide = |tournament: &Tournament, organizer: &Option<Arc<Folded<Organization>>>, _: &mut _| {
            decide(tournament, self, organizer.as_deref().map(|organizer| &organizer.state))
        };
        event.change_with(organizer, decide).await
    }
}

answers!(ChangeMatch => document::answer(match_id));

/// Decides the command; `organizer` runs the event, and is needed only if the change names a judge. It is refused if
/// there is no such match, or one of the changes is refused.
pub(crate) fn decide(
    tournament: &Tournament,
    change: &ChangeMatch,
    organizer: Option<&Organization>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let match_id = change.match_id;
    let placed = placed(tournament, match_id)?;
    let is_feature_match = change.is_feature_match.filter(|wanted| *wanted != placed.table.is_feature_match);
    let featured =
        is_feature_match.map(|is_feature_match| TournamentEvent::MatchFeatured { match_id, is_feature_match });
    let events = [
        featured,
        assigned_judge(tournament, &placed, change, organizer)?,
        extended_time(&placed, change)?,
        marked_deck_check(&placed, change)?,
    ];
    Ok(events.into_iter().flatten().collect())
}

/// Assigns a judge, or removes the judge.
fn assigned_judge(
    tournament: &Tournament,
    placed: &Placed<'_>,
    change: &ChangeMatch,
    organizer: Option<&Organization>,
) -> Result<Option<TournamentEvent>, Refusal> {
    let Some(OrNull(judge)) = change.assigned_judge else { return Ok(None) };
    let judge_user_id = judge.map(UserId);
    let may_judge = |judge| organizer.is_some_and(|organizer| may_judge(tournament, organizer, judge));
    if judge_user_id.is_some_and(|judge| !may_judge(judge)) {
        let said = message!("match-no-judge", "Must be the user of a member of your organization who may judge.");
        return Err(Refusal::at_field("assigned_judge", said));
    }
    if placed.table.judge_user_id == judge_user_id {
        return Ok(None);
    }
    before_its_end(placed)?;
    Ok(Some(TournamentEvent::JudgeAssigned { match_id: placed.table.id(), judge_user_id }))
}

fn may_judge(tournament: &Tournament, organizer: &Organization, person: UserId) -> bool {
    let is_staff = tournament.staff.contains_key(&person);
    organizer.member_of(person).is_some_and(|member| is_staff || member.role != Role::ReadOnly)
}

/// Sets the time extension: the sum of all extensions.
fn extended_time(placed: &Placed<'_>, change: &ChangeMatch) -> Result<Option<TournamentEvent>, Refusal> {
    let now = placed.table.time_extension_seconds;
    let Some(time_extension_seconds) = change.time_extension_seconds.filter(|seconds| *seconds != now) else {
        return Ok(None);
    };
    before_its_end(placed)?;
    Ok(Some(TournamentEvent::TimeExtended { match_id: placed.table.id(), time_extension_seconds }))
}

/// Records the progress of the deck check. A completed check counts as started; a check that has not started is not
/// completed.
fn marked_deck_check(placed: &Placed<'_>, change: &ChangeMatch) -> Result<Option<TournamentEvent>, Refusal> {
    let table = placed.table;
    let (started, completed) = match (change.deck_check_started, change.deck_check_completed) {
        (None, None) => return Ok(None),
        (started, completed) => {
            players(placed)?;
            match (started, completed) {
                (Some(false), Some(true)) => {
                    let said = message!(
                        "match-deck-check-not-started",
                        "A deck check must be started before it is completed."
                    );
                    return Err(Refusal::at_field("deck_check_completed", said));
                }
                (Some(false), _) => (false, false),
                (_, Some(true)) => (true, true),
                _ => (started.unwrap_or(table.deck_check_started), completed.unwrap_or(table.deck_check_completed)),
            }
        }
    };
    if (table.deck_check_started, table.deck_check_completed) == (started, completed) {
        return Ok(None);
    }
    before_its_end(placed)?;
    Ok(Some(TournamentEvent::DeckCheckMarked { match_id: table.id(), started, completed }))
}

/// Checks that the round of a match is not complete.
fn before_its_end(placed: &Placed<'_>) -> Result<(), Refusal> {
    at_moment(placed, &[ProgressStatus::Upcoming, ProgressStatus::InProgress])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::testing::*;

    const JUDGE: UserId = UserId(90);

    fn no_change() -> ChangeMatch {
        ChangeMatch { match_id: VERSUS, ..ChangeMatch::default() }
    }

    fn judged_by(judge: Option<UserId>) -> ChangeMatch {
        ChangeMatch { assigned_judge: Some(OrNull(judge.map(|judge| judge.0))), ..no_change() }
    }

    fn checked(deck_check_started: Option<bool>, deck_check_completed: Option<bool>) -> ChangeMatch {
        ChangeMatch { deck_check_started, deck_check_completed, ..no_change() }
    }

    fn featured() -> ChangeMatch {
        ChangeMatch { is_feature_match: Some(true), ..no_change() }
    }

    /// Decides for the match, after these events of its running round. User 90 is a judge of the organization.
    fn decided(before: &[TournamentEvent], change: &ChangeMatch) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(&playing(before), change, Some(&organization(&[member(4, Role::Judge)])))
    }

    fn assigned(judge_user_id: Option<UserId>) -> TournamentEvent {
        TournamentEvent::JudgeAssigned { match_id: VERSUS, judge_user_id }
    }

    fn marked(started: bool, completed: bool) -> TournamentEvent {
        TournamentEvent::DeckCheckMarked { match_id: VERSUS, started, completed }
    }

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let change = ChangeMatch {
            is_feature_match: Some(true),
            time_extension_seconds: Some(60),
            deck_check_started: Some(true),
            ..judged_by(Some(JUDGE))
        };
        let happened = vec![
            TournamentEvent::MatchFeatured { match_id: VERSUS, is_feature_match: true },
            assigned(Some(JUDGE)),
            TournamentEvent::TimeExtended { match_id: VERSUS, time_extension_seconds: 60 },
            marked(true, false),
        ];
        assert_eq!(decided(&[], &change).unwrap(), happened);
        assert_eq!(decided(&happened, &change).unwrap(), []);
        assert_eq!(decided(&[], &no_change()).unwrap(), []);
        assert_eq!(decided(&[assigned(Some(JUDGE))], &judged_by(None)).unwrap(), [assigned(None)]);
    }

    #[test]
    fn only_members_who_judge_are_assigned() {
        let left = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };
        for staff in [
            organization(&[]),
            organization(&[member(4, Role::ReadOnly)]),
            organization(&[member(4, Role::Judge), left]),
        ] {
            assert_eq!(coded(decide(&playing(&[]), &judged_by(Some(JUDGE)), Some(&staff))), "match-no-judge");
        }
        let here = TournamentEvent::StaffAssigned { user_id: JUDGE, role: Some(Role::Judge) };
        let reader = organization(&[member(4, Role::ReadOnly)]);
        let decided = decide(&playing(&[here]), &judged_by(Some(JUDGE)), Some(&reader));
        assert_eq!(decided.unwrap(), [assigned(Some(JUDGE))], "staff of the event judges");
    }

    #[test]
    fn changes_that_name_no_judge_need_no_organization() {
        let judged = playing(&[assigned(Some(JUDGE))]);
        let longer = ChangeMatch { time_extension_seconds: Some(180), ..no_change() };
        for change in [featured(), judged_by(None), longer, checked(Some(true), None)] {
            assert_eq!(decide(&judged, &change, None).unwrap().len(), 1, "{change:?}");
        }
    }

    #[test]
    fn a_deck_check_starts_and_ends() {
        for (before, change, after) in [
            (None, checked(Some(true), None), Some(marked(true, false))),
            (None, checked(None, Some(true)), Some(marked(true, true))),
            (Some(marked(true, false)), checked(None, Some(true)), Some(marked(true, true))),
            (Some(marked(true, true)), checked(Some(false), None), Some(marked(false, false))),
            (Some(marked(true, true)), checked(None, Some(false)), Some(marked(true, false))),
            (Some(marked(true, true)), checked(Some(true), Some(true)), None),
        ] {
            assert_eq!(decided(before.as_slice(), &change).unwrap(), after.as_slice(), "{before:?} {change:?}");
        }
        assert_eq!(coded(decided(&[], &checked(Some(false), Some(true)))), "match-deck-check-not-started");
        let of_bye = ChangeMatch { match_id: BYE, ..checked(Some(true), None) };
        assert_eq!(coded(decide(&playing(&[]), &of_bye, None)), format!("match-no-contest {BYE}"));
    }

    #[test]
    fn a_match_that_is_over_is_only_featured() {
        let with_another = ChangeMatch { time_extension_seconds: Some(180), ..featured() };
        let refused = decide(&over(), &with_another, None).unwrap_err();
        assert_eq!(refused.code(), "match-of-a-complete-round", "all changes or none");
        assert_eq!(decide(&over(), &featured(), None).unwrap().len(), 1);
    }
}
