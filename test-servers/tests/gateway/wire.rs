//! HTTP at byte level: services that misbehave, and a client that shows every byte.

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
    /// Reads the head, or returns `None` at the end of the connection.
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

    /// Reads the head and a body with `Content-Length`.
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

/// A service. It ends with the process, which runs a single test.
#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    received: Arc<Mutex<Vec<Message>>>,
    connections: Arc<AtomicUsize>,
}

impl Service {
    /// Starts a service that calls `answer` for each request. If that returns `false`, the connection ends.
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

    /// Starts a service that answers with its name.
    pub(crate) fn named(name: &'static str) -> Self {
        Self::start(move |request, socket| {
            let body = if request.method() == "HEAD" { "" } else { name };
            let head = format!("HTTP/1.1 200 OK\r\nService: {name}\r\nContent-Length: {}\r\n\r\n", name.len());
            socket.write_all((head + body).as_bytes()).is_ok()
        })
    }

    /// Starts a service that always gives this answer.
    pub(crate) fn answering(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        Self::start(move |_, socket| socket.write_all(&answer).is_ok())
    }

    /// Starts a service that receives requests and then closes the connection.
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

/// Returns an address with no listener.
pub(crate) fn nobody() -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, test_servers::process::free_port().unwrap()))
}

/// Sends a request unchanged and reads the answer, up to its length or the end of the connection.
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

/// Sends a request and reads the head of its answer.
pub(crate) fn begin(to: SocketAddr, request: impl AsRef<[u8]>) -> (Message, BufReader<TcpStream>) {
    let mut socket = TcpStream::connect(to).unwrap();
    socket.set_read_timeout(Some(LONG)).unwrap();
    // A server that refuses early may already have closed the connection.
    let _ = socket.write_all(request.as_ref());
    let mut reader = BufReader::new(socket);
    let head = Message::read_head(&mut reader).expect("an answer");
    (head, reader)
}

/// Returns a request without a body.
pub(crate) fn bare(method: &str, address: &str) -> String {
    with(method, address, "")
}

/// Returns a request with these headers, each with its line end.
pub(crate) fn with(method: &str, address: &str, headers: &str) -> String {
    format!("{method} {address} HTTP/1.1\r\nHost: cards.example\r\nConnection: close\r\n{headers}\r\n")
}

/// Returns a request with a body of this size.
pub(crate) fn with_body(method: &str, address: &str, bytes: usize) -> Vec<u8> {
    let head = with(method, address, &format!("Content-Length: {bytes}\r\n"));
    [head.into_bytes(), vec![b'a'; bytes]].concat()
}
