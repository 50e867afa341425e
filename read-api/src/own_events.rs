//! Finds the documents of an event: in the caller's organization, or, for a person, in the organization of an event in
//! which the person is registered. Players see the public part of such an event.

use std::collections::BTreeSet;
use std::sync::Arc;

use api_kit::own_registrations::{accounts_of, own_registrations};
use api_kit::path::nothing;
use domain::permissions::Operation::ReadOneEvent;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{OwnRegistration, RoundEvent, ViewKind};

use crate::cache::Entry;
use crate::call::{Call, Caller};

/// What the id in an address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    Event,
    Round,
}

/// A document of an event.
pub(crate) struct Found {
    /// The organization of the event.
    pub(crate) organization_id: OrganizationId,
    /// The document, as the caller sees it.
    pub(crate) entry: Arc<Entry>,
    /// Whether the caller reads it as a player of the event rather than as a member of the organization.
    pub(crate) as_player: bool,
}

impl Named {
    /// Returns its name in messages.
    fn what(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Round => "round",
        }
    }

    /// Returns the 404 for the id in the path.
    pub(crate) fn unknown(self, call: &Call) -> Problem {
        nothing(self.what(), call.param("id"))
    }
}

impl Call {
    /// Returns the document of the event or round that the id in the path names, if it exists and the caller may read it.
    pub(crate) async fn find_of_event(
        &self,
        caller: &Caller,
        kind: ViewKind,
        named: Named,
    ) -> Result<Option<Found>, Problem> {
        let id = self.id(named.what())?;
        if let Some(organization_id) = caller.organization_for(ReadOneEvent)
            && let Some(entry) = self.find(organization_id, kind, id).await?
        {
            return Ok(Some(Found { organization_id, entry, as_player: false }));
        }
        let Some(person) = caller.person() else { return Ok(None) };
        let organization_id = match named {
            Named::Event => self.organization_of_own_event(person, TournamentId(id)).await?,
            Named::Round => self.organization_of_own_round(person, id).await?,
        };
        let Some(organization_id) = organization_id else { return Ok(None) };
        let entry = self.find(organization_id, kind, id).await?;
        Ok(entry.map(|entry| Found { organization_id, entry, as_player: true }))
    }

    /// Returns the organization of an event in which the person is registered, also by an account that was merged into the
    /// person's.
    async fn organization_of_own_event(
        &self,
        person: UserId,
        event: TournamentId,
    ) -> Result<Option<OrganizationId>, Problem> {
        for account in accounts_of(&*self.shared.views, person).await? {
            let key = OwnRegistration::key(account, event);
            if let Some(found) = self.find(OrganizationId::SHARED, ViewKind::OwnRegistration, key).await? {
                return Ok(Some(read::<OwnRegistration>(&found)?.organization_id));
            }
        }
        Ok(None)
    }

    /// The same for the event of a round. The id of a round does not name its event, so each organization in whose events
    /// the person is registered is asked for it.
    async fn organization_of_own_round(&self, person: UserId, round: i64) -> Result<Option<OrganizationId>, Problem> {
        let own = own_registrations(&*self.shared.views, person).await?;
        let organizations: BTreeSet<_> = own.iter().map(|record| record.organization_id).collect();
        for organization_id in organizations {
            let Some(found) = self.find(organization_id, ViewKind::RoundEvent, round).await? else { continue };
            let RoundEvent { event } = read(&found)?;
            let is_own = own.iter().any(|record| record.tournament_id == event);
            return Ok(is_own.then_some(organization_id));
        }
        Ok(None)
    }
}

/// Reads a document.
pub(crate) fn read<T: DeserializeOwned>(entry: &Entry) -> Result<T, Problem> {
    serde_json::from_slice(&entry.body).map_err(Problem::internal)
}
