//! Views in a database, and how their reads reach the database.

use std::sync::Arc;

use super::tables::ViewTables;
use crate::damage_reports::DamageReports;
use crate::spool::Spool;
use crate::tables::{Direct, Purpose};

/// Views in a database.
pub struct StoredViews<T> {
    pub(super) tables: Arc<T>,
    pub(super) spool: Arc<Spool>,
    pub(super) damage: DamageReports,
}

/// Returns the views in these tables.
pub(crate) fn stored_views<T: ViewTables>(tables: T, spool: Arc<Spool>) -> StoredViews<T> {
    StoredViews { tables: Arc::new(tables), spool, damage: DamageReports::default() }
}

/// Returns a connection for a short read of a client that waits.
pub(super) fn shown<T: ViewTables>(views: &StoredViews<T>) -> Direct<'_, T> {
    views.tables.direct(Purpose::Show)
}

/// Returns a connection for a read of the projector.
pub(super) fn deciding<T: ViewTables>(views: &StoredViews<T>) -> Direct<'_, T> {
    views.tables.direct(Purpose::Decide)
}
