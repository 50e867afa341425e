//! HTTP by hand: services that do what no good service does, and a client that shows every byte.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) const LONG: Duration = Duration::from_secs(20);

/// A request or an answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Message {
    pub(crate) first_line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Message {
    /// Reads the head; nothing where the connection ends.
    pub(crate) fn read_head(from: &mut impl BufRead) -> Option<Self> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if from.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end() {
                "" => break,
                line => lines.push(line.to_owned()),
            }
        }
        let mut lines = lines.into_iter();
        let first_line = lines.next()?;
        let headers = lines.filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        });
        Some(Self { first_line, headers: headers.collect(), body: Vec::new() })
    }

    /// Reads head and body, of the length told.
    pub(crate) fn read(from: &mut impl BufRead) -> Option<Self> {
        let mut message = Self::read_head(from)?;
        let length = message.header("content-length").map_or(0, |length| length.parse().unwrap());
        message.body = vec![0; length];
        from.read_exact(&mut message.body).ok()?;
        Some(message)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn method(&self) -> &str {
        self.first_line.split(' ').next().unwrap()
    }

    pub(crate) fn address(&self) -> &str {
        self.first_line.split(' ').nth(1).unwrap()
    }

    pub(crate) fn status(&self) -> u16 {
        self.address().parse().unwrap()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// A service. It ends with the process, which is that of one test.
#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    received: Arc<Mutex<Vec<Message>>>,
    connections: Arc<AtomicUsize>,
}

impl Service {
    /// One that treats each request so; `false` ends the connection.
    pub(crate) fn start(answer: impl Fn(&Message, &mut TcpStream) -> bool + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let service =
            Self { address: listener.local_addr().unwrap(), received: Arc::default(), connections: Arc::default() };
        let (running, answer) = (service.clone(), Arc::new(answer));
        std::thread::spawn(move || {
            for socket in listener.incoming().map_while(Result::ok) {
                running.connections.fetch_add(1, Ordering::SeqCst);
                let (running, answer) = (running.clone(), Arc::clone(&answer));
                std::thread::spawn(move || running.serve(socket, &*answer));
            }
        });
        service
    }

    fn serve(&self, mut socket: TcpStream, answer: &impl Fn(&Message, &mut TcpStream) -> bool) {
        let mut reader = BufReader::new(socket.try_clone().unwrap());
        while let Some(request) = Message::read(&mut reader) {
            self.received.lock().unwrap().push(request.clone());
            if !answer(&request, &mut socket) {
                return;
            }
        }
    }

    /// One that says its name.
    pub(crate) fn named(name: &'static str) -> Self {
        Self::start(move |request, socket| {
            let body = if request.method() == "HEAD" { "" } else { name };
            let head = format!("HTTP/1.1 200 OK\r\nService: {name}\r\nContent-Length: {}\r\n\r\n", name.len());
            socket.write_all((head + body).as_bytes()).is_ok()
        })
    }

    /// One that gives this answer to everything.
    pub(crate) fn answering(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        Self::start(move |_, socket| socket.write_all(&answer).is_ok())
    }

    /// One that takes requests and then breaks the connection.
    pub(crate) fn dying() -> Self {
        Self::start(|_, _| false)
    }

    pub(crate) fn received(&self) -> Vec<Message> {
        self.received.lock().unwrap().clone()
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

/// An address where nobody listens.
pub(crate) fn nobody() -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, test_servers::process::free_port().unwrap()))
}

/// Sends a request as it stands here, and takes the answer: as long as it says, or until the connection ends.
pub(crate) fn send(to: SocketAddr, request: impl AsRef<[u8]>) -> Message {
    let has_body = !request.as_ref().starts_with(b"HEAD ");
    let (mut message, mut reader) = begin(to, request);
    match message.header("content-length").map(|length| length.parse().unwrap()) {
        Some(length) if has_body && message.status() != 304 => {
            message.body = vec![0; length];
            reader.read_exact(&mut message.body).unwrap();
        }
        _ => drop(reader.read_to_end(&mut message.body).unwrap()),
    }
    message
}

/// Sends a request, and reads the head of its answer.
pub(crate) fn begin(to: SocketAddr, request: impl AsRef<[u8]>) -> (Message, BufReader<TcpStream>) {
    let mut socket = TcpStream::connect(to).unwrap();
    socket.set_read_timeout(Some(LONG)).unwrap();
    // A request that is refused early may find the door closed.
    let _ = socket.write_all(request.as_ref());
    let mut reader = BufReader::new(socket);
    let head = Message::read_head(&mut reader).expect("an answer");
    (head, reader)
}

/// A request without a body.
pub(crate) fn bare(method: &str, address: &str) -> String {
    with(method, address, "")
}

/// A request with these headers, each with its end of line.
pub(crate) fn with(method: &str, address: &str, headers: &str) -> String {
    format!("{method} {address} HTTP/1.1\r\nHost: cards.example\r\nConnection: close\r\n{headers}\r\n")
}

/// A request with a body of so many bytes.
pub(crate) fn with_body(method: &str, address: &str, bytes: usize) -> Vec<u8> {
    let head = with(method, address, &format!("Content-Length: {bytes}\r\n"));
    [head.into_bytes(), vec![b'a'; bytes]].concat()
}
