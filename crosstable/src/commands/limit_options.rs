//! The options for limits. The defaults are defined in `api_kit::limits`.

use std::path::PathBuf;
use std::time::Duration;

use api_kit::limits::{Limit, Limits, Pace, Places};
use clap::{Args, Command, FromArgMatches};
use storage::SpoolSettings;

/// Limits per caller, and for all callers together.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits, counted by each process; 0 means no limit (docs/security.md)")]
pub struct LimitArguments {
    /// Decklists that a person may own [default: 1000]
    #[arg(long, global = true, env = "CROSSTABLE_MAX_OWN_LISTS", value_name = "N")]
    max_own_lists: Option<u32>,
    /// Concurrent requests of a key or a person [default: 512]
    #[arg(long, global = true, env = "CROSSTABLE_MAX_REQUESTS_AT_ONCE", value_name = "N")]
    max_requests_at_once: Option<u32>,
    /// Writes per minute of a key [default: 30000]
    #[arg(long, global = true, env = "CROSSTABLE_MAX_KEY_WRITES", value_name = "N")]
    max_key_writes: Option<u32>,
    /// Writes per minute of a person [default: 600]
    #[arg(long, global = true, env = "CROSSTABLE_MAX_PERSON_WRITES", value_name = "N")]
    max_person_writes: Option<u32>,
    /// Lists sent at the same time: to all callers, to one caller [default: 256,64]
    #[arg(long, global = true, env = "CROSSTABLE_LIST_PLACES", value_name = "N,N", value_parser = places)]
    list_places: Option<Places>,
    /// Exports sent at the same time: to all callers, to one caller [default: 16,4]
    #[arg(long, global = true, env = "CROSSTABLE_EXPORT_PLACES", value_name = "N,N", value_parser = places)]
    export_places: Option<Places>,
    /// Minimum average rate at which a client must read a list or an export, in bytes per second [default: 32768]
    #[arg(long, global = true, env = "CROSSTABLE_SLOWEST_CLIENT", value_name = "BYTES")]
    slowest_client: Option<u32>,
    /// Longest time for which the service waits for a client that reads a list or an export, in seconds [default: 1800]
    #[arg(long, global = true, env = "CROSSTABLE_LONGEST_ANSWER", value_name = "SECONDS")]
    longest_answer: Option<u64>,
    /// Folder where lists and exports are buffered for slow clients [default: the data folder with SQLite, otherwise the
    /// system's temporary folder]
    #[arg(long, global = true, env = "CROSSTABLE_SPOOL_FOLDER", value_name = "FOLDER")]
    spool_folder: Option<PathBuf>,
    /// Mebibytes that these buffers may use on disk [default: 4096]
    #[arg(long, global = true, env = "CROSSTABLE_SPOOL_MIB", value_name = "N")]
    spool_mib: Option<u64>,
}

impl LimitArguments {
    /// Parses options. If they are invalid, the program ends with a message, as for any command line.
    pub fn parse<'a>(options: impl IntoIterator<Item = &'a str>) -> Limits {
        let command = Self::augment_args(Command::new("limits")).no_binary_name(true);
        Self::from_arg_matches(&command.get_matches_from(options)).map_or_else(|error| error.exit(), |it| it.limits())
    }

    /// Returns the limits, with defaults for options that are not given.
    pub fn limits(&self) -> Limits {
        let default = Limits::default();
        let limit =
            |given: Option<u32>, default: Limit| given.map_or(default, |given| Some(given).filter(|it| *it > 0));
        let pace = Pace {
            slowest: self.slowest_client.unwrap_or(default.pace.slowest),
            longest: match self.longest_answer {
                Some(0) => Duration::MAX,
                Some(seconds) => Duration::from_secs(seconds),
                None => default.pace.longest,
            },
            ..default.pace
        };
        let spool = SpoolSettings {
            folder: self.spool_folder.clone(),
            disk_bytes: match self.spool_mib {
                Some(0) => u64::MAX,
                Some(mib) => mib.saturating_mul(1 << 20),
                None => default.spool.disk_bytes,
            },
            ..default.spool
        };
        Limits {
            own_lists: limit(self.max_own_lists, default.own_lists),
            requests_at_once: limit(self.max_requests_at_once, default.requests_at_once),
            key_writes_per_minute: limit(self.max_key_writes, default.key_writes_per_minute),
            person_writes_per_minute: limit(self.max_person_writes, default.person_writes_per_minute),
            lists: self.list_places.unwrap_or(default.lists),
            exports: self.export_places.unwrap_or(default.exports),
            pace,
            spool,
        }
    }
}

/// Parses two numbers; 0 means no limit.
fn places(text: &str) -> Result<Places, String> {
    let number =
        |text: &str| text.trim().parse::<usize>().ok().map(|number| if number == 0 { usize::MAX } else { number });
    let both = text.split_once(',').and_then(|(all, one)| Some((number(all)?, number(one)?)));
    let (in_all, per_caller) = both.ok_or("two numbers with a comma between them, such as 256,64")?;
    Ok(Places { in_all, per_caller })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(options: &[&str]) -> Limits {
        LimitArguments::parse(options.iter().copied())
    }

    #[test]
    fn missing_options_have_defaults_and_zero_means_no_limit() {
        assert_eq!(limits(&[]), Limits::default());
        let zero =
            ["--max-own-lists=0", "--max-key-writes=0", "--list-places=0,0", "--longest-answer=0", "--spool-mib=0"];
        let none = limits(&zero);
        assert_eq!((none.own_lists, none.key_writes_per_minute, none.lists.in_all), (None, None, usize::MAX));
        assert_eq!((none.pace.longest, none.spool.disk_bytes), (Duration::MAX, u64::MAX));
        let some = limits(&["--export-places", "8, 2", "--max-person-writes", "5", "--spool-mib", "1"]);
        assert_eq!(some.exports, Places { in_all: 8, per_caller: 2 });
        assert_eq!((some.person_writes_per_minute, some.spool.disk_bytes), (Some(5), 1 << 20));
    }

    #[test]
    fn the_help_states_the_defaults() {
        let default = Limits::default();
        let help = |name: &str| {
            let command = LimitArguments::augment_args(Command::new("limits"));
            let argument = command.get_arguments().find(|argument| argument.get_id() == name).unwrap();
            argument.get_help().unwrap().to_string()
        };
        for (name, value) in [
            ("max_own_lists", default.own_lists.unwrap().to_string()),
            ("max_requests_at_once", default.requests_at_once.unwrap().to_string()),
            ("max_key_writes", default.key_writes_per_minute.unwrap().to_string()),
            ("max_person_writes", default.person_writes_per_minute.unwrap().to_string()),
            ("list_places", format!("{},{}", default.lists.in_all, default.lists.per_caller)),
            ("export_places", format!("{},{}", default.exports.in_all, default.exports.per_caller)),
            ("slowest_client", default.pace.slowest.to_string()),
            ("longest_answer", default.pace.longest.as_secs().to_string()),
            ("spool_mib", (default.spool.disk_bytes >> 20).to_string()),
        ] {
            assert!(help(name).ends_with(&format!("[default: {value}]")), "{name}: {}", help(name));
        }
    }
}
