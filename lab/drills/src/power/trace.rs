//! Reads the system calls by which a program changed its files from the output of strace.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::BufRead;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use test_servers::process::find as find_program;

/// Calls that change files, and calls that set where the next one writes.
const CALLS: &str = "trace=open,openat,creat,write,pwrite64,writev,pwritev,pwritev2,lseek,fsync,fdatasync,sync_file_range,\
                     rename,renameat,renameat2,truncate,ftruncate,fallocate,unlink,unlinkat,link,linkat,symlink,symlinkat,\
                     mkdir,mkdirat,copy_file_range,sendfile";

/// A call that changed a file or a folder, or made it durable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    /// Microseconds since 1970 at which it began.
    pub(super) at: u64,
    /// Calls that had ended when it began.
    pub(super) begun: usize,
    pub(super) path: PathBuf,
    pub(super) effect: Effect,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Effect {
    /// It may be created, and may be emptied.
    Opened {
        emptied: bool,
    },
    Changed(Change),
    /// The contents of a file, or the names in a folder, are flushed to the disk.
    Flushed,
    /// Replaces a file of that name.
    Renamed(PathBuf),
    Removed,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    Written { at: usize, bytes: Vec<u8> },
    Resized(usize),
}

/// The command that traces a program into a file. The program is the direct child process; strace runs detached.
pub(super) fn command(file: &Path) -> anyhow::Result<Vec<OsString>> {
    find_program("strace", &[], "on Debian: apt-get install strace")?;
    let words = ["strace", "-D", "-f", "-y", "-ttt", "-xx", "-s", "16777216", "--seccomp-bpf", "-e", CALLS];
    let words = words.into_iter().chain(["-e", "signal=none", "-o"]);
    Ok(words.map(OsString::from).chain([file.into()]).collect())
}

/// Reads a trace. Files that are not below the folder are left out.
///
/// # Errors
/// If a call is not supported, because the possible contents after a power cut are then not known.
pub(super) fn read(trace: impl BufRead, folder: &Path) -> anyhow::Result<Vec<Call>> {
    let mut reader = Reader { folder, calls: Vec::new(), offsets: HashMap::new(), begun: HashMap::new() };
    for line in trace.split(b'\n') {
        let line = line.context("the trace cannot be read")?;
        let shown: String = String::from_utf8_lossy(&line).chars().take(200).collect();
        reader.line(&line).with_context(|| format!("a line of the trace: {shown}"))?;
    }
    Ok(reader.calls)
}

struct Reader<'a> {
    folder: &'a Path,
    calls: Vec<Call>,
    /// The offset of the next `write` to each descriptor.
    offsets: HashMap<i64, usize>,
    /// Calls that have begun and not ended, by thread.
    begun: HashMap<Vec<u8>, (u64, usize, Vec<u8>)>,
}

impl Reader<'_> {
    fn line(&mut self, line: &[u8]) -> anyhow::Result<()> {
        let Some((thread, rest)) = word(line) else { return Ok(()) };
        let (at, rest) = word(rest).context("there is no time")?;
        let at = micros(at)?;
        // Threads and signals; and a call that was going on when tracing ended, as if the process had ended.
        if rest.starts_with(b"+++") || rest.starts_with(b"---") || rest.ends_with(b" <detached ...>") {
            return Ok(());
        }
        if let Some(begun) = rest.strip_suffix(b" <unfinished ...>") {
            self.begun.insert(thread.to_owned(), (at, self.calls.len(), begun.to_owned()));
            return Ok(());
        }
        if rest.starts_with(b"<... ") {
            let end = find(rest, b" resumed>").context("nothing is resumed")? + b" resumed>".len();
            let (at, begun, mut whole) = self.begun.remove(thread).context("the resumed call was not begun")?;
            whole.extend_from_slice(&rest[end..]);
            return self.call(at, begun, &whole);
        }
        let begun = self.calls.len();
        self.call(at, begun, rest)
    }

    fn call(&mut self, at: u64, begun: usize, text: &[u8]) -> anyhow::Result<()> {
        let open = find(text, b"(").context("there is no call")?;
        let (name, mut rest) = (&text[..open], &text[open + 1..]);
        let mut words = Vec::new();
        while !rest.starts_with(b")") {
            let (word, after) = argument(rest)?;
            words.push(word);
            rest = after.strip_prefix(b", ").unwrap_or(after);
        }
        let result = rest[1..].trim_ascii_start().strip_prefix(b"= ").context("there is no result")?;
        let result = Argument::read(result);
        // `?`: the process ended meanwhile.
        let Some(number) = result.number.filter(|number| *number >= 0) else { return Ok(()) };
        let effect = self.effect(name, &words, number)?;
        self.calls.extend(effect.map(|(path, effect)| Call { at, begun, path, effect }));
        Ok(())
    }

    /// The effect of a call, and on what; `None` if it has none below the folder.
    fn effect(&mut self, name: &[u8], words: &[Argument], result: i64) -> anyhow::Result<Option<(PathBuf, Effect)>> {
        let word = |place: usize| words.get(place).context("there are too few arguments");
        Ok(match name {
            b"open" | b"openat" | b"creat" => {
                let first = usize::from(name == b"openat");
                self.offsets.insert(result, 0);
                let Some(path) = self.at(words, first)? else { return Ok(None) };
                let flags = words.get(first + 1).map_or(&b"O_CREAT|O_TRUNC"[..], |flags| &flags.text);
                let has = |flag: &[u8]| find(flags, flag).is_some();
                ensure!(!has(b"O_TMPFILE") && !has(b"O_APPEND"), "the flags are not supported");
                let emptied = has(b"O_TRUNC");
                (emptied || has(b"O_CREAT")).then_some((path, Effect::Opened { emptied }))
            }
            b"lseek" => {
                self.offsets.insert(word(0)?.number.context("no descriptor")?, usize::try_from(result)?);
                None
            }
            b"write" | b"pwrite64" => self.written(words, name == b"pwrite64", result)?,
            b"ftruncate" => {
                let Some(path) = self.descriptor(word(0)?) else { return Ok(None) };
                let length = usize::try_from(word(1)?.number.context("no length")?)?;
                Some((path, Effect::Changed(Change::Resized(length))))
            }
            b"fsync" | b"fdatasync" => self.descriptor(word(0)?).map(|path| (path, Effect::Flushed)),
            b"rename" | b"renameat" | b"renameat2" => {
                let places = if name == b"rename" { [0, 1] } else { [1, 3] };
                let (from, to) = (self.at(words, places[0])?, self.at(words, places[1])?);
                ensure!(from.is_some() == to.is_some(), "a file is moved into the folder, or out of it");
                from.zip(to).map(|(from, to)| (from, Effect::Renamed(to)))
            }
            b"unlink" => self.at(words, 0)?.map(|path| (path, Effect::Removed)),
            b"unlinkat" => self.at(words, 1)?.map(|path| (path, Effect::Removed)),
            _ => {
                let known =
                    words.iter().filter_map(|word| self.descriptor(word).or_else(|| self.below(&word.string.clone()?)));
                let files: Vec<_> = known.collect();
                ensure!(files.is_empty(), "`{}` on {files:?} is not supported", String::from_utf8_lossy(name));
                None
            }
        })
    }

    fn written(
        &mut self,
        words: &[Argument],
        has_place: bool,
        result: i64,
    ) -> anyhow::Result<Option<(PathBuf, Effect)>> {
        let [descriptor, text, ..] = words else { bail!("there are too few arguments") };
        let count = usize::try_from(result)?;
        let number = descriptor.number.context("no descriptor")?;
        let at = if has_place {
            usize::try_from(words.get(3).and_then(|place| place.number).context("no place")?)?
        } else {
            let offset = self.offsets.entry(number).or_default();
            let at = *offset;
            *offset += count;
            at
        };
        let Some(path) = self.descriptor(descriptor) else { return Ok(None) };
        let mut bytes = text.string.clone().context("no bytes")?;
        ensure!(bytes.len() >= count, "strace has cut off the written bytes");
        bytes.truncate(count);
        Ok(Some((path, Effect::Changed(Change::Written { at, bytes }))))
    }

    /// The path of an argument, relative to a folder argument before it, if it is below the traced folder.
    fn at(&self, words: &[Argument], place: usize) -> anyhow::Result<Option<PathBuf>> {
        let name = words.get(place).and_then(|word| word.string.clone()).context("there is no path")?;
        if name.starts_with(b"/") || place == 0 {
            return Ok(self.below(&name));
        }
        let folder = words[place - 1].file.clone().unwrap_or_default();
        Ok(self.below(Path::new(OsStr::from_bytes(&folder)).join(OsStr::from_bytes(&name)).as_os_str().as_bytes()))
    }

    /// The file of a descriptor, if it is below the traced folder and still has a name.
    fn descriptor(&self, argument: &Argument) -> Option<PathBuf> {
        if argument.is_deleted {
            return None;
        }
        self.below(argument.file.as_ref()?)
    }

    fn below(&self, path: &[u8]) -> Option<PathBuf> {
        let path = Path::new(OsStr::from_bytes(path));
        path.starts_with(self.folder).then(|| path.to_owned())
    }
}

/// An argument or a result as strace writes it: `5</path>`, `"\x61"`, `O_RDONLY|O_CLOEXEC`, `-1 ENOENT`.
#[derive(Debug, Default)]
struct Argument {
    text: Vec<u8>,
    number: Option<i64>,
    string: Option<Vec<u8>>,
    file: Option<Vec<u8>>,
    is_deleted: bool,
}

impl Argument {
    fn read(text: &[u8]) -> Self {
        let string = text.strip_prefix(b"\"").map(|rest| unescape(&rest[..find(rest, b"\"").unwrap_or(rest.len())]));
        let file = find(text, b"<").filter(|_| string.is_none()).map(|start| {
            let rest = &text[start + 1..];
            unescape(&rest[..find(rest, b">").unwrap_or(rest.len())])
        });
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'-').count();
        let number = std::str::from_utf8(&text[..digits]).ok().and_then(|digits| digits.parse().ok());
        let is_deleted = file.is_some() && find(text, b">(deleted)").is_some();
        // The bytes of a string are not kept twice.
        let text = if string.is_some() { Vec::new() } else { text.to_owned() };
        Self { text, number, string, file, is_deleted }
    }
}

/// Splits off the first argument. Strings and paths are in hex, so quotes, commas and brackets are always strace's own.
fn argument(text: &[u8]) -> anyhow::Result<(Argument, &[u8])> {
    let mut depth = 0_i32;
    let mut place = 0;
    while place < text.len() {
        match text[place] {
            b'"' => place += 1 + find(&text[place + 1..], b"\"").context("a string has no end")?,
            b'[' | b'{' | b'(' => depth += 1,
            b')' | b',' if depth == 0 => return Ok((Argument::read(&text[..place]), &text[place..])),
            b']' | b'}' | b')' => depth -= 1,
            _ => {}
        }
        place += 1;
    }
    bail!("a call has no end")
}

fn word(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = line.iter().position(|byte| *byte == b' ')?;
    Some((&line[..end], line[end..].trim_ascii_start()))
}

/// `1795339928.270675`
fn micros(time: &[u8]) -> anyhow::Result<u64> {
    let (seconds, micros) = std::str::from_utf8(time)?.split_once('.').context("there is no time")?;
    Ok(seconds.parse::<u64>()? * 1_000_000 + micros.parse::<u64>()?)
}

/// `\x61\x62`
fn unescape(text: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok()).unwrap_or_default();
    let mut bytes = Vec::with_capacity(text.len() / 4);
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        match after {
            [b'x', high, low, ..] if *first == b'\\' => {
                bytes.push(digit(*high) << 4 | digit(*low));
                rest = &after[3..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    bytes
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    if let [byte] = what {
        return text.iter().position(|it| it == byte);
    }
    text.windows(what.len()).position(|part| part == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> String {
        text.bytes().map(|byte| format!("\\x{byte:02x}")).collect()
    }

    #[test]
    fn calls_are_read_as_strace_writes_them() {
        let (file, other) = (hex("/data/secret"), hex("/data/secret.new"));
        let trace = [
            format!(
                "7 1.000001 openat(AT_FDCWD<{}>, \"{}\", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 5<{other}>",
                hex("/"),
                hex("data/secret.new")
            ),
            format!("7 1.000002 write(5<{other}>, \"{}\", 2) = 2", hex("ab")),
            format!("8 1.000003 fsync(5<{other}> <unfinished ...>"),
            format!("7 1.000004 write(5<{other}>, \"{}\", 2) = 1", hex("cd")),
            "8 1.000005 <... fsync resumed>) = 0".to_owned(),
            format!("7 1.000006 pwrite64(5<{other}>, \"{}\", 1, 9) = 1", hex("e")),
            format!("7 1.000007 rename(\"{other}\", \"{file}\") = 0"),
            format!("7 1.000008 unlink(\"{other}\") = -1 ENOENT (No such file or directory)"),
            format!("7 1.000009 write(6<{}>(deleted), \"{}\", 1) = 1", hex("/data/gone"), hex("x")),
            format!("7 1.000010 write(2<{}>, \"{}\", 1) = 1", hex("pipe:[1]"), hex("x")),
            "7 1.000011 +++ exited with 0 +++".to_owned(),
        ];
        let calls = read(trace.join("\n").as_bytes(), Path::new("/data")).unwrap();
        let (secret, new) = (PathBuf::from("/data/secret"), PathBuf::from("/data/secret.new"));
        let written = |at, bytes: &[u8]| Effect::Changed(Change::Written { at, bytes: bytes.to_vec() });
        let expected = [
            (1_000_001, 0, Effect::Opened { emptied: false }),
            (1_000_002, 1, written(0, b"ab")),
            (1_000_004, 2, written(2, b"c")),
            (1_000_003, 2, Effect::Flushed),
            (1_000_006, 4, written(9, b"e")),
            (1_000_007, 5, Effect::Renamed(secret)),
        ];
        let expected = expected.map(|(at, begun, effect)| Call { at, begun, path: new.clone(), effect });
        assert_eq!(calls, expected);
    }

    #[test]
    fn a_call_that_is_not_understood_is_refused() {
        let trace =
            format!("7 1.000001 linkat(AT_FDCWD, \"{}\", AT_FDCWD, \"{}\", 0) = 0", hex("/data/a"), hex("/data/b"));
        assert!(read(trace.as_bytes(), Path::new("/data")).is_err());
        assert!(read(trace.as_bytes(), Path::new("/other")).is_ok());
    }
}
