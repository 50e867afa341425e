//! Rights of roles that may only read.

use super::open::{Session, connect, options};
use crate::StoreError;

/// Lets a role read everything in this database but passwords, now and after later migrations, and do nothing else.
///
/// # Errors
/// When there is no such role, the schema is not there yet, or the address's own role may not grant.
pub async fn grant_reading(url: &str, role: &str) -> Result<(), StoreError> {
    let mut connection = connect(&options(url, "crosstable migrate", Session::Long)?).await?;
    sqlx::query("SELECT grant_reading($1)").bind(role).execute(&mut connection).await?;
    Ok(())
}
