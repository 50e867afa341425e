//! The frame of every page: the base path of links, the signed-in person, and the menu.

use api_kit::Caller;
use chrono::{DateTime, Utc};
use domain::permissions::Operation;
use domain::time_zone::Zone;

use crate::parts::control::{Faults, TextField};
use crate::parts::files;
use crate::parts::format::Moment;
use crate::texts::{Language, Texts};

#[derive(Clone)]
pub(crate) struct Frame {
    /// The path that links begin with; empty, or `/crosstable` behind a gateway.
    pub(crate) base: String,
    pub(crate) who: Option<Who>,
    /// The token for the forms of the page; empty if no one is signed in.
    pub(crate) form_token: String,
    /// A random id for forms of the page that are carried out once.
    pub(crate) form_id: String,
    /// The control for the current password, if the page's form requires it.
    pub(crate) password: Option<TextField>,
    /// Message about a completed action; may be empty.
    pub(crate) notice: String,
    /// Why the form was refused, if the page shows it again.
    pub(crate) faults: Faults,
    pub(crate) texts: &'static Texts,
    /// The zone of times about the organization.
    pub(crate) zone: Zone,
    /// The languages that links offer, with the queries of the links; none on the answer to a form, whose address may have no
    /// page.
    pub(crate) languages: Vec<(Language, String)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Who {
    pub(crate) name: String,
    pub(crate) organization: Option<String>,
    /// SHA-256 of the organization's logo.
    pub(crate) logo: Option<String>,
    /// The pages that this person uses during an event.
    pub(crate) links: Vec<NavLink>,
    /// The pages about the organization, which are behind a menu.
    pub(crate) administration: Vec<NavLink>,
    /// The pages about the person, which are behind a menu.
    pub(crate) own: Vec<NavLink>,
}

/// A link of a menu: its path, its label, and whether the current page belongs to it.
type NavLink = (&'static str, String, bool);

/// A row of a menu: address, key of the label, and the operation that the page requires.
type MenuRow = (&'static str, &'static str, Operation);

const OVERVIEW: &str = "/admin/";
const MEMBERS: &str = "/admin/members/";

/// The pages of an evening: the first that a person may open.
const MENU: [MenuRow; 2] = [("/desk/", "frame-desk", Operation::ReadDesk), OWN[0]];

/// The pages about a person.
const OWN: [MenuRow; 2] = [
    ("/me/", "frame-own-events", Operation::ReadOwnRegistrations),
    ("/admin/account/", "frame-account", Operation::ReadOwnAccount),
];

/// The pages about the organization. Each of its members may open the first.
const ADMINISTRATION: [MenuRow; 7] = [
    (OVERVIEW, "frame-overview", Operation::ReadOwnAccount),
    ("/admin/store/", "frame-store", Operation::ManageStorePage),
    (MEMBERS, "frame-members", Operation::ReadMembers),
    ("/admin/keys/", "frame-keys", Operation::ReadAllKeys),
    ("/admin/webhooks/", "frame-webhooks", Operation::ReadWebhooks),
    ("/admin/mail/", "panel-mail", Operation::ManageStorePage),
    ("/admin/audit/", "frame-audit", Operation::ReadAudit),
];

/// Addresses of further pages about members.
const OF_MEMBERS: [&str; 2] = ["/admin/people/", "/admin/invitations/"];

impl Frame {
    /// Returns the error of the current password; may be empty.
    pub(crate) fn password_fault(&self) -> &str {
        self.password.as_ref().map_or("", |password| &password.fault)
    }

    /// Formats a time in the zone of the page.
    pub(crate) fn moment(&self, at: &DateTime<Utc>) -> Moment {
        Moment::in_zone(self.texts, *at, self.zone)
    }

    pub(crate) fn organization(&self) -> Option<&str> {
        self.who.as_ref()?.organization.as_deref()
    }

    /// Returns the address of the logo of that organization, or without one, of the service, as public pages do.
    pub(crate) fn logo(&self) -> String {
        let logo = self.who.as_ref().and_then(|who| who.logo.as_ref());
        logo.map_or_else(|| self.asset("icon.svg"), |logo| format!("{}/pictures/{logo}", self.base))
    }

    /// Returns the address of a file that pages load.
    pub(crate) fn asset(&self, name: &str) -> String {
        files::address(&self.base, name)
    }
}

impl Who {
    /// Describes a person on the page at `path`. `organization` is the name of the one that the person works in. `acting` is
    /// the caller with the role that opened the page: one for an event leads to the desk, too.
    pub(crate) fn new(
        texts: &Texts,
        name: String,
        organization: Option<String>,
        (caller, acting): (&Caller, &Caller),
        path: &str,
    ) -> Self {
        let rows: &[MenuRow] = if caller.organization_id.is_some() { &ADMINISTRATION } else { &[] };
        let mut links = menu(texts, acting, path, &MENU);
        links.truncate(1);
        let mut own = menu(texts, caller, path, &OWN);
        own.retain(|(at, ..)| links.iter().all(|(other, ..)| at != other));
        Self { name, organization, logo: None, links, administration: menu(texts, caller, path, rows), own }
    }
}

fn is_below(path: &str, at: &str) -> bool {
    path.strip_prefix(at.trim_end_matches('/')).is_some_and(|rest| matches!(rest.as_bytes(), [] | [b'/', ..]))
}

/// Returns the links of a menu that the caller may follow.
fn menu(texts: &Texts, caller: &Caller, path: &str, rows: &[MenuRow]) -> Vec<NavLink> {
    let rows = rows.iter().filter(|(.., operation)| caller.authorize(*operation).is_ok());
    let links = rows.map(|(at, label, _)| {
        let is_current = match *at {
            OVERVIEW => path.trim_end_matches('/') == OVERVIEW.trim_end_matches('/'),
            MEMBERS => is_below(path, at) || OF_MEMBERS.into_iter().any(|page| is_below(path, page)),
            _ => is_below(path, at),
        };
        (*at, texts.say(label), is_current)
    });
    links.collect()
}

#[cfg(test)]
mod tests {
    use api_kit::caller::Way;
    use proto_events::ids::{OrganizationId, UserId};
    use proto_events::vocabulary::Role;

    use super::*;

    fn who(role: Option<Role>, path: &str) -> Who {
        let organization_id = role.map(|_| OrganizationId(1));
        let caller = Caller { user_id: UserId(7), organization_id, role, way: Way::Token };
        Who::new(Texts::of(Language::English), "Ada".into(), None, (&caller, &caller), path)
    }

    /// The labels of links; that of the current page is in brackets.
    fn labels(links: &[NavLink]) -> Vec<String> {
        links.iter().map(|(_, label, current)| if *current { format!("[{label}]") } else { label.clone() }).collect()
    }

    #[test]
    fn a_menu_holds_what_the_role_may_see() {
        let admin = who(Some(Role::Admin), "/admin/keys/7/revoke/");
        assert_eq!(labels(&admin.links), ["Desk"]);
        assert_eq!(labels(&admin.own), ["My events", "Account"]);
        let pages = ["Overview", "Store page", "Members", "[Keys]", "Webhooks", "Mail", "Audit"];
        assert_eq!(labels(&admin.administration), pages);
        let judge = who(Some(Role::Judge), "/admin");
        assert_eq!(labels(&judge.links), ["Desk"]);
        assert_eq!(labels(&judge.administration), ["[Overview]"]);
        let player = who(None, "/admin/account/");
        assert_eq!(labels(&player.links), ["My events"]);
        assert_eq!(labels(&player.own), ["[Account]"]);
        assert!(player.administration.is_empty());
        assert_eq!(labels(&who(Some(Role::Judge), "/desk/events/7/round/").links), ["[Desk]"]);
    }
}
