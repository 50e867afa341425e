//! Thousands of open streams of server-sent events, read by a few threads with little cost, so that the server is
//! measured. The readers stand for other machines: the system notes when bytes arrive at a stream, and a thread reads them and
//! this time later, so that its own work does not delay the server's.

use std::io::{ErrorKind, IoSliceMut, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Range;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail, ensure};
use memchr::memmem::Finder;
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token, Waker};
use nix::errno::Errno;
use nix::sys::socket::{ControlMessageOwned, MsgFlags, recvmsg, setsockopt, sockopt};
use nix::sys::time::TimeSpec;
use service_kit::clock::{Clock, SystemClock};
use socket2::{Domain, Socket, Type};

/// Threads that read.
const THREADS: usize = 2;
/// Streams for each address of this machine, 127.0.0.2 and those after it. Each address has its own ports.
const PER_ADDRESS: usize = 1_000;
/// Number of streams to open at once, so that no backlog overflows.
const AT_ONCE: usize = 128;
/// The token of the waker, after those of streams.
const WOKEN: Token = Token(usize::MAX);
/// Size of the buffer for reading. Events are smaller.
const ROOM: usize = 16 * 1024;
/// Pause between two looks for bytes that have arrived.
const PAUSE: Duration = Duration::from_millis(25);
/// Number of streams for which one look finds bytes.
const FOUND: usize = 16_384;
/// Time in which all streams must have received an event.
const PATIENCE: Duration = Duration::from_secs(30);
/// Interval between two looks at the counts.
const LOOK: Duration = Duration::from_millis(2);

/// The streams to open.
#[derive(Debug, Clone)]
pub(crate) struct Kind {
    pub(crate) port: u16,
    /// The path of the streams.
    pub(crate) path: String,
    /// The bytes by which the awaited event is recognized.
    pub(crate) mark: &'static [u8],
}

/// Open streams.
pub(crate) struct Streams {
    threads: Vec<Thread>,
    counts: Arc<Counts>,
    opened: usize,
}

#[derive(Default)]
struct Counts {
    /// Streams that have begun.
    begun: AtomicUsize,
    /// When awaited events were received.
    received: Mutex<Vec<SystemTime>>,
    /// Streams that have ended.
    ended: AtomicUsize,
}

impl Counts {
    fn received(&self) -> MutexGuard<'_, Vec<SystemTime>> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Thread {
    /// Takes the numbers of streams to open.
    orders: Option<Sender<Range<usize>>>,
    waker: Arc<Waker>,
    works: Option<JoinHandle<anyhow::Result<()>>>,
}

impl Streams {
    /// Starts the threads, without streams.
    pub(crate) fn of(kind: &Kind) -> anyhow::Result<Self> {
        let counts = Arc::<Counts>::default();
        let thread = |_| {
            let poll = Poll::new()?;
            let waker = Arc::new(Waker::new(poll.registry(), WOKEN)?);
            let (orders, taken) = channel();
            let reader = Reader { poll, kind: kind.clone(), counts: Arc::clone(&counts), streams: Vec::new() };
            let works = std::thread::Builder::new().name("streams".into()).spawn(move || reader.run(&taken))?;
            Ok(Thread { orders: Some(orders), waker, works: Some(works) })
        };
        let threads = (0..THREADS).map(thread).collect::<anyhow::Result<_>>()?;
        Ok(Self { threads, counts, opened: 0 })
    }

    /// Opens more streams, until there are this many. Each has begun then.
    pub(crate) async fn grow(&mut self, count: usize) -> anyhow::Result<()> {
        while self.opened < count {
            let more = AT_ONCE.min(count - self.opened);
            let thread = (self.opened / AT_ONCE) % THREADS;
            self.threads[thread].tell(self.opened..self.opened + more)?;
            self.opened += more;
            let begun = self.until(self.opened, || self.counts.begun.load(Ordering::Relaxed)).await;
            begun.with_context(|| format!("stream {}; see `ulimit -n`", self.opened))?;
        }
        Ok(())
    }

    /// Returns when the awaited event arrived at each stream, once all have it. Fails if one has not, or received two.
    pub(crate) async fn received(&self) -> anyhow::Result<Vec<SystemTime>> {
        self.until(self.opened, || self.counts.received().len()).await?;
        let times = std::mem::take(&mut *self.counts.received());
        ensure!(times.len() == self.opened, "{} streams received {} events", self.opened, times.len());
        Ok(times)
    }

    /// Forgets what was received so far.
    pub(crate) fn forget(&self) {
        self.counts.received().clear();
    }

    async fn until(&self, wanted: usize, found: impl Fn() -> usize) -> anyhow::Result<()> {
        let begun = Instant::now();
        while found() < wanted {
            let ended = self.counts.ended.load(Ordering::Relaxed);
            ensure!(ended == 0, "{ended} streams have ended or were refused");
            ensure!(begun.elapsed() < PATIENCE, "{} of {wanted} after {PATIENCE:?}", found());
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }
}

impl Drop for Streams {
    fn drop(&mut self) {
        for thread in &mut self.threads {
            drop(thread.orders.take());
            // If the thread has ended, there is nothing to wake.
            let _ = thread.waker.wake();
            if let Some(works) = thread.works.take() {
                let _ = works.join();
            }
        }
    }
}

impl Thread {
    fn tell(&self, numbers: Range<usize>) -> anyhow::Result<()> {
        let orders = self.orders.as_ref().context("a thread without orders")?;
        orders.send(numbers).ok().context("a thread of streams has ended; its streams cannot be opened")?;
        self.waker.wake().context("a thread cannot be woken")
    }
}

/// A thread's streams.
struct Reader {
    poll: Poll,
    kind: Kind,
    counts: Arc<Counts>,
    streams: Vec<(TcpStream, bool)>,
}

impl Reader {
    fn run(mut self, orders: &Receiver<Range<usize>>) -> anyhow::Result<()> {
        let (mut events, mut times, mut buffer) = (Events::with_capacity(FOUND), Vec::new(), vec![0; ROOM]);
        let mark = Finder::new(self.kind.mark);
        loop {
            match self.poll.poll(&mut events, None) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                polled => polled?,
            }
            for event in events.iter().filter(|event| event.token() != WOKEN) {
                self.read(event.token().0, &mark, &mut buffer, &mut times);
            }
            self.counts.received().append(&mut times);
            loop {
                match orders.recv_timeout(PAUSE) {
                    Ok(numbers) => self.open(numbers)?,
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        }
    }

    /// Reads what has arrived at a stream.
    fn read(&mut self, place: usize, mark: &Finder<'_>, buffer: &mut [u8], times: &mut Vec<SystemTime>) {
        let Some((stream, has_begun)) = self.streams.get_mut(place) else { return };
        loop {
            match arrived(stream, buffer) {
                Ok((0, _)) => break,
                Ok((length, time)) => {
                    let got = &buffer[..length];
                    if !*has_begun {
                        if !got.starts_with(b"HTTP/1.1 200") {
                            break;
                        }
                        *has_begun = true;
                        self.counts.begun.fetch_add(1, Ordering::Relaxed);
                    } else if mark.find(got).is_some() {
                        times.push(time);
                    }
                    // The system tells of later bytes again.
                    if length < buffer.len() {
                        return;
                    }
                }
                Err(Errno::EAGAIN) => return,
                Err(Errno::EINTR) => {}
                Err(_) => break,
            }
        }
        self.counts.ended.fetch_add(1, Ordering::Relaxed);
        let _ = self.poll.registry().deregister(stream);
    }

    fn open(&mut self, numbers: Range<usize>) -> anyhow::Result<()> {
        let Kind { port, path, .. } = &self.kind;
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n");
        for number in numbers {
            let mut stream = TcpStream::from_std(connected(number, *port)?);
            stream.write_all(request.as_bytes()).context("a request cannot be sent")?;
            self.poll.registry().register(&mut stream, Token(self.streams.len()), Interest::READABLE)?;
            self.streams.push((stream, false));
        }
        Ok(())
    }
}

/// Connects from an address of this machine.
fn connected(number: usize, port: u16) -> anyhow::Result<std::net::TcpStream> {
    let Ok(last) = u8::try_from(2 + number / PER_ADDRESS) else { bail!("too many streams") };
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0)).into())?;
    socket.connect(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)).into()).context("connecting")?;
    socket.set_nonblocking(true)?;
    setsockopt(&socket, sockopt::ReceiveTimestampns, &true).context("the system notes no times of arrival")?;
    Ok(socket.into())
}

/// Reads bytes of a stream. Returns their number, and when the last of them arrived: on a busy machine, the system begins a
/// moment late to note such times, and then it is the time of reading.
fn arrived(stream: &TcpStream, buffer: &mut [u8]) -> nix::Result<(usize, SystemTime)> {
    let mut notes = nix::cmsg_space!(TimeSpec);
    let mut parts = [IoSliceMut::new(buffer)];
    let got = recvmsg::<()>(stream.as_raw_fd(), &mut parts, Some(&mut notes), MsgFlags::empty())?;
    let time = got.cmsgs()?.find_map(|note| match note {
        ControlMessageOwned::ScmTimestampns(time) => Some(UNIX_EPOCH + Duration::from(time)),
        _ => None,
    });
    Ok((got.bytes, time.unwrap_or_else(|| SystemClock.now().into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn every_stream_is_counted_when_it_has_the_awaited_event() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (ready, opened) = channel();
        std::thread::spawn(move || {
            let accepted: Vec<_> = listener.incoming().take(3).map(Result::unwrap).collect();
            accepted.iter().for_each(|mut stream| stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap());
            ready.send(accepted).unwrap();
        });
        let mut streams = Streams::of(&Kind { port, path: "/".into(), mark: b"event: result" }).unwrap();
        streams.grow(3).await.unwrap();
        let accepted = opened.recv().unwrap();
        let send = |text: &str| accepted.iter().for_each(|mut stream| stream.write_all(text.as_bytes()).unwrap());
        send(":\n\n");
        let begun = SystemTime::from(SystemClock.now());
        send("event: result\ndata: {}\n\n");
        let times = streams.received().await.unwrap();
        assert!(times.len() == 3 && times.iter().all(|time| *time >= begun));
        drop(accepted);
        assert!(streams.received().await.is_err(), "streams that have ended receive nothing");
    }
}
