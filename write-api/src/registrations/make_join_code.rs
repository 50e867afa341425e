//! Makes the join code of an event. A code that was made before is not valid any more.

use proto_events::tournament::TournamentDetails;

use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "make_join_code",
    summary: "Make a join code",
    text: "If the `registration_policy` of the event is `JOIN_CODE`, everyone who has the code can register, with and \
           without an account. The answer is the code and the address at which it is used. The earlier code stops \
           working, so flyers with it must be printed again.",
    answer: Answer::of::<MadeJoinCode>(200),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/join-code/", Operation::ManageRegistrations)
};

body! {
    /// Makes the join code of an event.
    pub struct MakeJoinCode {}
}

/// A join code.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeJoinCode {
    /// The code, such as `61-KXQF7M2P`. Staff shows it to those who may register.
    code: String,
    /// Address of the page where its holder registers.
    #[schema(format = "uri")]
    url: String,
}

decided_by_event!(MakeJoinCode, |_, tournament, _, _| Ok(decide(tournament)) => made_code());

async fn made_code(request: &WriteRequest, written: &Written<Tournament>) -> Result<Response, Problem> {
    let settings = &request.shared.settings;
    let code = settings.join_codes.current(&written.folded.state);
    let code = code.ok_or_else(|| Problem::internal("an event has no join code after one was made"))?;
    let made = MadeJoinCode { code: code.text(), url: format!("{}{}", settings.public_url, code.path()) };
    answer::versioned(request, written, &made).await
}

/// Decides the command.
pub(crate) fn decide(tournament: &Tournament) -> Vec<TournamentEvent> {
    vec![TournamentEvent::JoinCodeMade { number: tournament.join_codes_made.saturating_add(1) }]
}

/// Returns the code that an event gets by itself when people first register for it by one.
pub(crate) fn first(made: u32, details: &TournamentDetails) -> Option<TournamentEvent> {
    let is_first = made == 0 && details.registration_policy == RegistrationPolicy::JoinCode;
    is_first.then_some(TournamentEvent::JoinCodeMade { number: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_gets_its_first_code_when_it_needs_one() {
        let mut details = TournamentDetails::new("Open", EventFormat::Legacy);
        assert_eq!(first(0, &details), None);
        details.registration_policy = RegistrationPolicy::JoinCode;
        assert_eq!(first(0, &details), Some(TournamentEvent::JoinCodeMade { number: 1 }));
        assert_eq!(first(1, &details), None);
    }
}
