//! Rights of read-only roles.

use super::open::{Session, connect, options};
use crate::StoreError;

/// Grants a role the right to read everything in this database, also after later migrations, except passwords and the
/// attempts at them. Grants no right to write.
///
/// # Errors
/// If the role or the schema does not exist, or the role of the address may not grant rights.
pub async fn grant_reading(url: &str, role: &str) -> Result<(), StoreError> {
    let mut connection = connect(&options(url, "crosstable migrate", Session::Long)?).await?;
    sqlx::query("SELECT grant_reading($1)").bind(role).execute(&mut connection).await?;
    Ok(())
}
