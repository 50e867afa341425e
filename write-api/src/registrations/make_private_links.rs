//! Makes private links, with which players without an account act for themselves: for one registration, or for all that
//! take part. A registration has at most one link. The log holds the SHA-256 of its code.

use api_kit::private_links::{Code, PrivateLinks};

use super::entries::entry_in_body;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "make_private_links",
    summary: "Make private links of players",
    text: "With a private link, its holder acts as the player of one registration, without an account: sees the own \
           table, reports results, hands in a list, calls a judge, drops. Makes a link for one registration, or for \
           all players who have a place or are on the waitlist. A player who has a link keeps it. The answer lists the \
           links; they are secret, and the same request gives them again. A link works until it is revoked.",
    body: Some(body_schema::<MakePrivateLinks>()),
    answer: Answer::array_of::<PrivateLink>(),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/private-links/", Operation::ManageRegistrations)
};

body! {
    /// The registrations that get a private link.
    pub struct MakePrivateLinks as WhoseLinks {
        /// Id of the registration; all players if not given.
        registration_id: Option<RegistrationId>,
    }
}

/// A private link.
#[derive(Serialize, ToSchema)]
pub(crate) struct PrivateLink {
    /// Id of the registration.
    registration: i64,
    /// Address of the player's page. It is secret.
    #[schema(format = "uri")]
    url: String,
}

decided_by_event!(MakePrivateLinks, |command, tournament, event, _| decide(
    tournament,
    command.registration_id,
    &event.shared.settings.private_links
));

answers!(MakePrivateLinks => links(registration_id));

async fn links(
    request: &WriteRequest,
    written: &Written<Tournament>,
    registration_id: Option<RegistrationId>,
) -> Result<Response, Problem> {
    let (event, links) = (&written.folded.state, &request.shared.settings.private_links);
    let made = event.registrations.iter().filter(|entry| registration_id.is_none_or(|only| only == entry.id));
    let made = made.filter_map(|entry| {
        let path = links.current(event.id, entry)?.path(event.id);
        Some(PrivateLink { registration: entry.id.0, url: format!("{}{path}", request.shared.settings.public_url) })
    });
    answer::versioned(request, written, &made.collect::<Vec<_>>()).await
}

/// Decides the command for the registration `only`, or for all players. It is refused if the event has no such
/// registration.
pub(crate) fn decide(
    tournament: &Tournament,
    only: Option<RegistrationId>,
    links: &PrivateLinks,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let wanted: Vec<&Registration> = match only {
        Some(id) => vec![entry_in_body(tournament, id)?],
        None => tournament.registrations.iter().filter(|entry| takes_part(entry)).collect(),
    };
    let without = wanted.into_iter().filter(|entry| links.current(tournament.id, entry).is_none());
    let all = without.map(|entry| {
        let number = entry.private_links_made.saturating_add(1);
        made(entry.id, number, &links.code(tournament.id, entry.id, number))
    });
    Ok(all.collect())
}

/// Returns the event of a link with this code.
pub(crate) fn made(registration_id: RegistrationId, number: u32, code: &Code) -> TournamentEvent {
    TournamentEvent::PrivateLinkMade { registration_id, number, sha256: code.sha256_hex() }
}

fn takes_part(entry: &Registration) -> bool {
    entry.has_a_place() || entry.status == RegistrationStatus::OnWaitlist
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{private_links as links, *};

    fn event() -> Tournament {
        tournament(&[registered(1, S::Complete), registered(2, S::OnWaitlist), registered(3, S::Canceled)])
    }

    fn made(links: &PrivateLinks, event: &Tournament, id: i64, number: u32) -> TournamentEvent {
        let registration_id = RegistrationId(id);
        super::made(registration_id, number, &links.code(event.id, registration_id, number))
    }

    #[test]
    fn each_player_gets_one_link_and_keeps_it() {
        let (links, event) = (links(), event());
        let all = decide(&event, None, &links).unwrap();
        assert_eq!(all, [made(&links, &event, 1, 1), made(&links, &event, 2, 1)]);
        let after = happened(event, &all);
        assert_eq!(decide(&after, None, &links).unwrap(), []);
        assert_eq!(decide(&after, Some(ENTRY), &links).unwrap(), []);
        assert_eq!(decide(&after, Some(RegistrationId(3)), &links).unwrap(), [made(&links, &after, 3, 1)]);
    }

    #[test]
    fn a_link_that_was_revoked_or_is_of_an_earlier_secret_is_replaced_by_another_one() {
        let (links, event) = (links(), event());
        let revoked = TournamentEvent::PrivateLinkRevoked { registration_id: ENTRY };
        for before in [vec![made(&links, &event, 1, 1), revoked], vec![made(&self::links(), &event, 1, 1)]] {
            let after = happened(event.clone(), &before);
            assert_eq!(decide(&after, Some(ENTRY), &links).unwrap(), [made(&links, &after, 1, 2)]);
        }
    }
}
