//! Finds the registrations of a person: their own, and those of accounts that were merged into the person's account.

use std::collections::BTreeMap;

use domain::documents::PlayerRegistration;
use proto_events::ids::{OrganizationId, UserId};
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{MergedAccount, OwnRegistration, ViewKind, ViewReader};

use crate::store_failed;

/// The kinds of views that [`own_registrations`] reads.
pub const OWN_REGISTRATIONS: &[ViewKind] = &[ViewKind::OwnRegistration, ViewKind::MergedAccount];

/// Returns the registrations of a person and of the accounts merged into the person's. Those of imported events are not
/// among them.
pub async fn own_registrations(views: &dyn ViewReader, person: UserId) -> Result<Vec<OwnRegistration>, Problem> {
    let by_account = own_registrations_by_account(views, person).await?;
    Ok(by_account.into_iter().flat_map(|(_, own)| own).collect())
}

/// The same with the account of the registrations.
pub async fn own_registrations_by_account(
    views: &dyn ViewReader,
    person: UserId,
) -> Result<Vec<(UserId, Vec<OwnRegistration>)>, Problem> {
    let mut own = Vec::new();
    for account in accounts_of(views, person).await? {
        let prefix = OwnRegistration::prefix(account);
        own.push((account, records(views, ViewKind::OwnRegistration, &prefix).await?));
    }
    Ok(own)
}

/// Reads what pages show of a registration.
pub fn shown(record: &OwnRegistration) -> Result<PlayerRegistration<'static>, Problem> {
    serde_json::from_str(record.registration.get()).map_err(Problem::internal)
}

/// Returns the names of the organizations in whose events a person is registered.
pub async fn own_stores(views: &dyn ViewReader, person: UserId) -> Result<BTreeMap<OrganizationId, String>, Problem> {
    let mut stores = BTreeMap::new();
    for record in own_registrations(views, person).await? {
        stores.insert(record.organization_id, shown(&record)?.magic_event.store_name.into_owned());
    }
    Ok(stores)
}

/// Returns the accounts of a person, each once: first the own one, then those merged into it, directly or through others.
pub async fn accounts_of(views: &dyn ViewReader, person: UserId) -> Result<Vec<UserId>, Problem> {
    let mut accounts = vec![person];
    let mut asked = 0;
    while let Some(account) = accounts.get(asked).copied() {
        asked += 1;
        let merged: Vec<MergedAccount> =
            records(views, ViewKind::MergedAccount, &MergedAccount::prefix(account)).await?;
        for MergedAccount { user_id } in merged {
            if !accounts.contains(&user_id) {
                accounts.push(user_id);
            }
        }
    }
    Ok(accounts)
}

/// Reads the records of a kind whose keys begin like this.
pub async fn records<T: DeserializeOwned>(
    views: &dyn ViewReader,
    kind: ViewKind,
    prefix: &str,
) -> Result<Vec<T>, Problem> {
    let found = views.documents_under(OrganizationId::SHARED, kind, prefix).await.map_err(store_failed)?;
    found.iter().map(|record| serde_json::from_slice(&record.body.for_everyone()).map_err(Problem::internal)).collect()
}
