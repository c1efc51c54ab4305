//! Serving one client over standard input and output: whole lines of JSON-RPC and nothing else.

use std::io;
use std::sync::Arc;

use rmcp::ServiceExt as _;
use rmcp::transport::stdio_pipes;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, DuplexStream,
};
use tokio::sync::{Mutex, Notify};

use crate::error::AppError;
use crate::interrupt;
use crate::mcp::client::Host;
use crate::mcp::notifications::{notify_changes, watch};
use crate::mcp::server::{Server, Wire};

/// How many bytes may wait between the pipes and the protocol.
const BUFFER: usize = 1 << 16;

/// The longest message that is read.
const LONGEST_LINE: usize = 4 << 20;

/// Serves one client until it closes its end.
pub(crate) fn serve_stdio(host: Host) -> Result<(), AppError> {
    run(host, |host| async move {
        let (reader, writer) = stdio_pipes();
        let writer = Arc::new(Mutex::new(writer));
        serve_pipes(host, reader, writer, when_asked_to_end()).await
    })
}

/// Runs a server to its end; devices have threads of their own.
pub(crate) fn run<F: Future<Output = Result<(), AppError>>>(
    host: Host,
    serve: impl FnOnce(Arc<Host>) -> F,
) -> Result<(), AppError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| AppError::device("the server cannot run").because(error))?;
    let host = Arc::new(host);
    let served = runtime.block_on(serve(Arc::clone(&host)));
    // A device that does not answer must not keep the process of a client that has gone.
    runtime.shutdown_background();
    host.end();
    served
}

/// Returns what is told when somebody asks the process to end.
pub(super) fn when_asked_to_end() -> Arc<Notify> {
    let asked = Arc::new(Notify::new());
    let told = Arc::clone(&asked);
    interrupt::when_stopped(move |_| told.notify_one());
    asked
}

/// Serves one client over two pipes until it closes its end or the process is asked to end.
pub(crate) async fn serve_pipes(
    host: Arc<Host>,
    reader: impl AsyncRead + Send + Unpin + 'static,
    writer: Arc<Mutex<impl AsyncWrite + Send + Unpin + 'static>>,
    asked_to_end: Arc<Notify>,
) -> Result<(), AppError> {
    let (inward, protocol_in) = tokio::io::duplex(BUFFER);
    let (protocol_out, outward) = tokio::io::duplex(BUFFER);
    tokio::spawn(read_lines(reader, inward, Arc::clone(&writer)));
    let written = tokio::spawn(pass_on(outward, writer));
    // What is there at the start is nothing new.
    notify_changes(&host).await;
    tokio::spawn(watch(Arc::clone(&host)));
    let failed = |error: String| AppError::device(format!("the client cannot be served: {error}"));
    match Server::new(host, Wire::Pipes)
        .serve((protocol_in, protocol_out))
        .await
    {
        Ok(service) => {
            let end = service.cancellation_token();
            tokio::select! {
                ended = service.waiting() => {
                    ended.map_err(|error| failed(error.to_string()))?;
                }
                () = asked_to_end.notified() => {
                    end.cancel();
                    return Ok(());
                }
            }
        }
        // A client that goes before it has introduced itself wanted nothing.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => {}
        Err(error) => return Err(failed(error.to_string())),
    }
    let _ = written.await;
    Ok(())
}

/// Passes messages on; what is no JSON is answered here, because the protocol never sees it.
async fn read_lines(
    reader: impl AsyncRead + Unpin,
    mut inward: DuplexStream,
    writer: Arc<Mutex<impl AsyncWrite + Unpin>>,
) {
    let mut reader = BufReader::new(reader);
    let mut line = Vec::new();
    loop {
        line.clear();
        match read_line(&mut reader, &mut line).await {
            Ok(Line::Whole) => {}
            Ok(Line::TooLong) => {
                let _ = complain(&writer, -32600, "the message is too long").await;
                continue;
            }
            Ok(Line::End) | Err(_) => return,
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if serde_json::from_slice::<Value>(&line).is_err() {
            let _ = complain(&writer, -32700, "Parse error").await;
            continue;
        }
        if inward.write_all(&line).await.is_err() {
            return;
        }
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads one line, its end included; one that is too long is skipped.
async fn read_line(
    reader: &mut (impl tokio::io::AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
) -> io::Result<Line> {
    let mut is_too_long = false;
    loop {
        let there = reader.fill_buf().await?;
        if there.is_empty() {
            return Ok(Line::End);
        }
        let end = there.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(there.len(), |end| end + 1);
        is_too_long |= line.len() + taken > LONGEST_LINE;
        if is_too_long {
            line.clear();
        } else {
            line.extend_from_slice(&there[..taken]);
        }
        reader.consume(taken);
        match (end, is_too_long) {
            (Some(_), true) => return Ok(Line::TooLong),
            (Some(_), false) => return Ok(Line::Whole),
            (None, _) => {}
        }
    }
}

async fn complain(
    writer: &Mutex<impl AsyncWrite + Unpin>,
    code: i32,
    message: &str,
) -> io::Result<()> {
    let error = json!({ "code": code, "message": message });
    let answer = json!({ "jsonrpc": "2.0", "id": null, "error": error });
    write_line(writer, format!("{answer}\n").as_bytes()).await
}

/// Writes what the protocol says, line by line.
async fn pass_on(outward: DuplexStream, writer: Arc<Mutex<impl AsyncWrite + Unpin>>) {
    let mut reader = BufReader::new(outward);
    loop {
        let mut line = Vec::new();
        match reader.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if write_line(&writer, &line).await.is_err() {
            return;
        }
    }
}

/// Writes a whole line; others wait.
async fn write_line(writer: &Mutex<impl AsyncWrite + Unpin>, line: &[u8]) -> io::Result<()> {
    let mut writer = writer.lock().await;
    writer.write_all(line).await?;
    writer.flush().await
}
