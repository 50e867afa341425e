//! The frame of every page: the base path of links, the signed-in person, and the menu.

use api_kit::Caller;
use chrono::{DateTime, Utc};
use domain::permissions::Operation;

use crate::parts::control::{Faults, TextField};
use crate::parts::files;
use crate::parts::format::Moment;
use crate::texts::{Language, Texts};

#[derive(Clone)]
pub(crate) struct Frame {
    /// The path that links begin with; empty, or `/crosstable` behind a gateway.
    pub(crate) base: String,
    /// The signed-in person.
    pub(crate) who: Option<Who>,
    /// The token for the forms of the page; empty if no one is signed in.
    pub(crate) form_token: String,
    /// The control for the current password, if the page's form requires it.
    pub(crate) password: Option<TextField>,
    /// Message about a completed action; may be empty.
    pub(crate) notice: String,
    /// Why the form was refused, if the page shows it again.
    pub(crate) faults: Faults,
    pub(crate) texts: &'static Texts,
    /// The language that a link offers, and the query of the link; none on the answer to a form, whose address may have no
    /// page.
    pub(crate) other_language: Option<(Language, String)>,
}

/// A signed-in person.
#[derive(Debug, Clone)]
pub(crate) struct Who {
    pub(crate) name: String,
    pub(crate) organization: Option<String>,
    /// The menu of this person.
    pub(crate) links: Vec<NavLink>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NavLink {
    pub(crate) path: &'static str,
    pub(crate) label: String,
    /// Whether the current page belongs to it.
    pub(crate) current: bool,
}

const MEMBERS: &str = "/admin/members/";

/// The menu: address, key of the label, and the operation that the page requires.
const MENU: [(&str, &str, Operation); 7] = [
    ("/desk/", "frame-events", Operation::ReadDesk),
    (MEMBERS, "frame-members", Operation::ReadMembers),
    ("/admin/keys/", "frame-keys", Operation::ReadAllKeys),
    ("/admin/webhooks/", "frame-webhooks", Operation::ReadWebhooks),
    ("/admin/audit/", "frame-audit", Operation::ReadAudit),
    ("/me/", "frame-own-events", Operation::ReadOwnRegistrations),
    ("/admin/account/", "frame-account", Operation::ReadOwnAccount),
];

/// Addresses of further pages about members.
const OF_MEMBERS: [&str; 2] = ["/admin/people/", "/admin/invitations/"];

impl Frame {
    /// Returns the error of the current password; may be empty.
    pub(crate) fn password_fault(&self) -> &str {
        self.password.as_ref().map_or("", |password| &password.fault)
    }

    /// Formats a time in UTC.
    pub(crate) fn moment(&self, at: &DateTime<Utc>) -> Moment {
        Moment::utc(self.texts, *at)
    }

    /// Returns the address of a file that pages load.
    pub(crate) fn asset(&self, name: &str) -> String {
        files::address(&self.base, name)
    }
}

pub(crate) fn menu(texts: &Texts, caller: &Caller, path: &str) -> Vec<NavLink> {
    let overview = caller.organization_id.map(|_| NavLink {
        path: "/admin/",
        label: texts.say("frame-overview"),
        current: path.trim_end_matches('/') == "/admin",
    });
    let may = |operation| caller.authorize(operation).is_ok();
    let others = MENU.into_iter().filter(|(.., operation)| may(*operation));
    let others = others.map(|(at, label, _)| {
        let is_below = |at: &str| {
            path.strip_prefix(at.trim_end_matches('/')).is_some_and(|rest| matches!(rest.as_bytes(), [] | [b'/', ..]))
        };
        let current = is_below(at) || at == MEMBERS && OF_MEMBERS.into_iter().any(is_below);
        NavLink { path: at, label: texts.say(label), current }
    });
    overview.into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use api_kit::caller::Way;
    use proto_events::ids::{OrganizationId, UserId};
    use proto_events::vocabulary::Role;

    use super::*;

    fn menu_of(role: Option<Role>, path: &str) -> Vec<(String, bool)> {
        let organization_id = role.map(|_| OrganizationId(1));
        let caller = Caller { user_id: UserId(7), organization_id, role, way: Way::Token };
        menu(Texts::of(Language::English), &caller, path).into_iter().map(|link| (link.label, link.current)).collect()
    }

    fn named(links: &[(&str, bool)]) -> Vec<(String, bool)> {
        links.iter().map(|(label, current)| ((*label).to_owned(), *current)).collect()
    }

    #[test]
    fn a_menu_holds_what_the_role_may_see() {
        let everything = [
            ("Overview", false),
            ("Events", false),
            ("Members", false),
            ("Keys", true),
            ("Webhooks", false),
            ("Audit", false),
            ("My events", false),
            ("Account", false),
        ];
        assert_eq!(menu_of(Some(Role::Admin), "/admin/keys/7/revoke/"), named(&everything));
        let of_judge = [("Overview", true), ("Events", false), ("My events", false), ("Account", false)];
        assert_eq!(menu_of(Some(Role::Judge), "/admin"), named(&of_judge));
        assert_eq!(menu_of(None, "/admin/account/"), named(&[("My events", false), ("Account", true)]));
    }
}
