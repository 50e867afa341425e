//! Links with which people join a team or a group, such as `/join/61-t9-…/`: the event, the team (`t`) or group (`g`), and
//! 24 letters that hold 120 bits. So a link needs no limit of guesses beyond that of the pages.
//!
//! The code follows from the installation's secret and the number of the team's link, or for a group that of the event's join
//! code; the log has only the numbers. After a change of the secret, players share the new link.

use domain::tournament::{GroupId, Tournament};
use proto_events::ids::{TeamId, TournamentId};

use crate::PrivateLinks;
use crate::path::integer;
use crate::private_links::Code;

/// A link to join a team or group, as it was made or opened. It must not reach a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invite {
    /// The event.
    pub event: TournamentId,
    /// The team or group.
    pub group: GroupId,
    code: Code,
}

impl Invite {
    /// Returns the newest link of a team or group.
    pub fn current(links: &PrivateLinks, event: &Tournament, group: GroupId) -> Self {
        let number = match group {
            GroupId::Team(id) => event.team(id).map_or(1, |team| team.invites_made),
            // Staff stops the links of all groups with another join code.
            GroupId::Queue(_) => event.join_codes_made,
        };
        Self { event: event.id, group, code: links.code(event.id, name(group), number) }
    }

    /// Whether this is the newest link of its team or group, in this event.
    pub fn is_current(&self, links: &PrivateLinks, event: &Tournament) -> bool {
        // Hashes are compared, so that the time says nothing about the code.
        let current = Self::current(links, event, self.group);
        self.event == event.id && self.code.sha256_hex() == current.code.sha256_hex()
    }

    /// Reads what stands in an address, or what a person typed.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, '-');
        let (event, group, code) = (parts.next()?, parts.next()?, Code::read(parts.next()?)?);
        let id = integer(group.get(1..)?)?;
        let group = match group.get(..1)? {
            "t" | "T" => GroupId::Team(TeamId(id)),
            "g" | "G" => GroupId::Queue(id),
            _ => return None,
        };
        Some(Self { event: TournamentId(integer(event)?), group, code })
    }

    /// Returns the link without its address.
    pub fn text(&self) -> String {
        format!("{}-{}-{}", self.event, name(self.group), self.code.letters())
    }

    /// Returns the path of the link below the public address.
    pub fn path(&self) -> String {
        format!("/join/{}/", self.text())
    }
}

fn name(group: GroupId) -> String {
    match group {
        GroupId::Team(id) => format!("t{id}"),
        GroupId::Queue(id) => format!("g{id}"),
    }
}

#[cfg(test)]
mod tests {
    use service_kit::keyring::Keyring;
    use service_kit::secret::Secret;

    use super::*;

    #[test]
    fn link_is_read_as_it_was_written_and_admits_to_its_group_alone() {
        let links = PrivateLinks::new(&Keyring::from(&Secret::generate()));
        let mut event = Tournament::default();
        (event.id, event.seed) = (TournamentId(61), 1);
        for group in [GroupId::Team(TeamId(9)), GroupId::Queue(9)] {
            let invite = Invite::current(&links, &event, group);
            let text = invite.text();
            for typed in [text.clone(), format!(" {} ", text.to_uppercase())] {
                let read = Invite::read(&typed).unwrap();
                assert!(read == invite && read.is_current(&links, &event), "{typed}");
            }
            let others =
                [text.replace("61-", "62-"), text.replace("9-", "8-"), text.replace("t9", "g9").replace("g9", "t9")];
            for other in others.iter().filter(|other| **other != text) {
                assert!(!Invite::read(other).unwrap().is_current(&links, &event), "{other}");
            }
            for wrong in ["", "61", "61-KXQF7", "61-t9", "61-x9-aaaaaaaaaaaaaaaaaaaaaaaa", &text[..text.len() - 1]] {
                assert_eq!(Invite::read(wrong), None, "{wrong}");
            }
            assert!(format!("{invite:?}").ends_with("code: Code(…) }"), "the code reaches no log");
        }
    }

    #[test]
    fn another_join_code_stops_the_links_of_groups() {
        let links = PrivateLinks::new(&Keyring::from(&Secret::generate()));
        let mut event = Tournament::default();
        (event.id, event.join_codes_made) = (TournamentId(61), 1);
        let [group, team] = [GroupId::Queue(9), GroupId::Team(TeamId(9))].map(|of| Invite::current(&links, &event, of));
        event.join_codes_made = 2;
        assert!(!group.is_current(&links, &event), "it admits as the join code does");
        assert!(team.is_current(&links, &event), "its captain makes another link");
    }
}
