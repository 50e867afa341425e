//! Checks the data folder: it exists, belongs to us, is closed to others and has room, and its secret is protected.

use std::fs::{self, Metadata};
use std::path::Path;

use service_kit::keyring::Secrets;

use super::finding::{Deployment, Finding, State};
use crate::data_dir::is_ours;
use crate::disk;

/// Free bytes below which a note is given.
const LITTLE_FREE: u64 = 2 << 30;
const FOLDER: &str = "data folder";
const SECRET: &str = "secret";

/// If one of these checks fails, nothing in the folder is opened.
pub(super) const IS_ESSENTIAL: [&str; 1] = [FOLDER];

pub(super) fn check(deployment: &Deployment) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(folder) = &deployment.folder {
        let found = look(folder);
        let is_there = found.state < State::Wrong;
        findings.push(found);
        if is_there {
            findings.push(closed(folder));
            let databases = [&*folder.join("events.sqlite"), &*folder.join("views.sqlite")];
            findings.extend(disk::least_free(&databases).map(|free| judge_free(free, deployment.free_space_floor)));
            findings.push(secret(&folder.join("secret"), true));
        }
    }
    findings.extend(deployment.secret_file.as_deref().map(|file| secret(file, false)));
    findings
}

fn look(folder: &Path) -> Finding {
    let named = folder.display();
    let metadata = match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => metadata,
        Ok(_) => {
            return Finding::wrong(FOLDER, format!("{named} is not a folder"), "name the data folder with --data-dir");
        }
        Err(error) => {
            let advice = "name the data folder with --data-dir; `crosstable serve` makes a new one";
            return Finding::wrong(FOLDER, format!("{named} cannot be read: {error}"), advice);
        }
    };
    if let Some(finding) = somebody_elses(folder, &metadata) {
        return finding;
    }
    if !folder.join("events.sqlite").exists() {
        return Finding::wrong(
            FOLDER,
            format!("{named} holds no data"),
            "name the data folder with --data-dir, or begin with `crosstable organizations create`",
        );
    }
    Finding::fine(FOLDER, format!("{named} exists"))
}

/// Reports files that the owner of the folder cannot use. Opening a database as another user would leave such files
/// there.
fn somebody_elses(folder: &Path, metadata: &Metadata) -> Option<Finding> {
    use std::os::unix::fs::MetadataExt;

    let (owner, we) = (metadata.uid(), rustix::process::geteuid().as_raw());
    // Files that root opens stay the owner's: SQLite sets the owner of its files, `storage::files` that of the others.
    if owner != we && we != 0 {
        let found = format!("{} belongs to user {owner}, but doctor runs as user {we}", folder.display());
        let advice = format!("run doctor as root, or as the owner: sudo -u '#{owner}' crosstable doctor …");
        return Some(Finding::wrong(FOLDER, found, advice));
    }
    let foreign =
        fs::read_dir(folder).ok()?.flatten().find(|file| file.metadata().is_ok_and(|it| it.uid() != owner))?;
    let found = format!("{} does not belong to the folder's owner, user {owner}", foreign.path().display());
    Some(Finding::wrong(FOLDER, found, format!("chown -R '#{owner}' {}", folder.display())))
}

/// Checks that other users have no access. A group may have access on purpose, as on container platforms.
fn closed(folder: &Path) -> Finding {
    const CHECK: &str = "access to the data";
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let files: Vec<_> = entries.filter(|path| is_ours(&name_of(path))).collect();
    let open_to = |bits: u32| -> Vec<String> {
        let paths = std::iter::once(folder).chain(files.iter().map(|path| &**path));
        paths.filter(|path| mode(path) & bits != 0).map(|path| path.display().to_string()).collect()
    };
    let advice = format!("chmod -R go= {}", folder.display());
    match (open_to(0o007), open_to(0o070)) {
        (all, _) if !all.is_empty() => {
            let found = format!("every user of this machine can read names, addresses and hashes: {}", all.join(", "));
            Finding::wrong(CHECK, found, advice)
        }
        (_, group) if !group.is_empty() => {
            let found = format!("the group can read names, addresses and hashes: {}", group.join(", "));
            Finding::note(CHECK, found, format!("unless this is intended: {advice}"))
        }
        _ => Finding::fine(CHECK, "no other user can read the folder or its files"),
    }
}

/// Whether users other than the owner and the group can open a file, by its own mode and that of every folder above it.
fn others_may_open(file: &Path) -> bool {
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    mode(&file) & 0o007 != 0 && file.ancestors().skip(1).all(|folder| mode(folder) & 0o001 != 0)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).map_or(0, |metadata| metadata.permissions().mode())
}

fn judge_free(bytes: u64, floor: u64) -> Finding {
    const CHECK: &str = "free space";
    let found = format!("{} MiB are free on the disk of the data", bytes >> 20);
    if bytes < floor {
        let floor = floor >> 20;
        let advice = format!(
            "make room: below {floor} MiB players are refused (--free-space-floor), and staff when the disk is full"
        );
        Finding::wrong(CHECK, found, advice)
    } else if bytes < LITTLE_FREE {
        Finding::note(CHECK, found, "make room soon; a rebuild needs space for the views twice")
    } else {
        Finding::fine(CHECK, found)
    }
}

/// Checks the secret's file. It may be missing if the first server creates it.
fn secret(file: &Path, is_made: bool) -> Finding {
    let named = file.display();
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if is_made && error.kind() == std::io::ErrorKind::NotFound => {
            return Finding::note(SECRET, format!("{named} does not exist"), "the next server creates it");
        }
        Err(error) => {
            return Finding::wrong(
                SECRET,
                format!("{named} cannot be read: {error}"),
                "let the service's user read it",
            );
        }
    };
    if Secrets::parse(&text).is_err() {
        let advice = "restore the right one; if it is lost, delete the file: consistency tokens and sessions end";
        return Finding::wrong(SECRET, format!("{named} holds no secret: a secret is 44 digits and letters"), advice);
    }
    // A group may read it, since container platforms provide files that way.
    match others_may_open(file) {
        true => Finding::wrong(
            SECRET,
            format!("other users can read {named} and could sign in as anyone"),
            format!("chmod 600 {named}"),
        ),
        false => Finding::fine(SECRET, format!("{named} exists, and no other user can read it")),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use service_kit::secret::Secret;

    use super::super::State;
    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn little_room_is_told_before_there_is_none() {
        let floor = 256 << 20;
        let judged = [0, floor - 1, floor, LITTLE_FREE - 1, LITTLE_FREE].map(|free| judge_free(free, floor).state);
        assert_eq!(judged, [State::Wrong, State::Wrong, State::Note, State::Note, State::Fine]);
    }

    #[test]
    fn a_folder_that_others_may_look_into_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("events.sqlite");
        fs::write(&file, "x").unwrap();
        fs::write(folder.path().join("notes.txt"), "x").unwrap();
        for (outer, inner, state) in [
            (0o700, 0o600, State::Fine),
            (0o700, 0o640, State::Note),
            (0o770, 0o600, State::Note),
            (0o700, 0o644, State::Wrong),
            (0o755, 0o600, State::Wrong),
        ] {
            set_mode(&file, inner);
            set_mode(folder.path(), outer);
            assert_eq!(closed(folder.path()).state, state, "{outer:o} {inner:o}");
        }
    }

    #[test]
    fn a_secret_that_others_may_read_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        assert_eq!((secret(&file, true).state, secret(&file, false).state), (State::Note, State::Wrong));
        fs::write(&file, Secret::generate().expose()).unwrap();
        for (mode, state) in [(0o600, State::Fine), (0o640, State::Fine), (0o644, State::Wrong), (0o602, State::Wrong)]
        {
            set_mode(&file, mode);
            set_mode(folder.path(), 0o755);
            assert_eq!(secret(&file, false).state, state, "{mode:o}");
            set_mode(folder.path(), 0o700);
            assert_eq!(secret(&file, false).state, State::Fine, "{mode:o} in a folder that no other user can enter");
        }
        fs::write(&file, "cut o").unwrap();
        assert!(secret(&file, true).found.contains("holds no secret"));
    }
}
