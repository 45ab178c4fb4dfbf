//! A static file server for this machine only, as strict as the site's real host.

use crate::shell::{dist_dir, say};
use crate::{Flags, site};
use anyhow::{Context, Result, anyhow, bail};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tiny_http::{Header, Method, Request, Response, Server};

const PORT: u16 = 8080;
/// How many ports after the wanted one are tried when it is taken.
const PORTS_TRIED: u16 = 50;
const THREADS: usize = 4;

/// No other host, no inline script, no inline style. Embeds may be framed by anyone.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; \
     base-uri 'none'; form-action 'none'";

/// `serve [--port N] [--no-build]`
pub fn command(flags: Flags) -> Result<()> {
    flags.no_words()?;
    let port = match flags.option("--port") {
        Some(text) => text.parse().map_err(|_| anyhow!("`{text}` is no port"))?,
        None => PORT,
    };
    if !flags.has("--no-build") {
        site::build(&[])?;
    }
    let serving = Serving::start(&dist_dir(), "/", port)?;
    println!("{}", serving.url);
    println!("  ctrl-c ends it");
    loop {
        std::thread::park();
    }
}

/// A running server; it ends with the process.
pub struct Serving {
    /// The address of the directory's index page.
    pub url: String,
}

impl Serving {
    /// Serves `dir` under `prefix`, which starts and ends with a slash. Port 0 is any free one.
    pub fn start(dir: &Path, prefix: &'static str, port: u16) -> Result<Self> {
        if !dir.join("index.html").is_file() {
            bail!("there is no index.html in {}: build first", dir.display());
        }
        let server = Arc::new(listen(port)?);
        let address = server
            .server_addr()
            .to_ip()
            .context("the server has no port")?;
        for _ in 0..THREADS {
            let (server, dir) = (Arc::clone(&server), dir.to_path_buf());
            std::thread::spawn(move || {
                for request in server.incoming_requests() {
                    answer(request, &dir, prefix);
                }
            });
        }
        Ok(Serving {
            url: format!("http://{address}{prefix}"),
        })
    }
}

fn listen(port: u16) -> Result<Server> {
    let last = port.saturating_add(if port == 0 { 0 } else { PORTS_TRIED });
    for candidate in port..=last {
        match Server::http(("127.0.0.1", candidate)) {
            Ok(server) => {
                if candidate != port {
                    say(&format!("port {port} is taken, {candidate} is free"));
                }
                return Ok(server);
            }
            Err(_) if candidate < last => {}
            Err(error) => return Err(anyhow!("ports {port} to {last} cannot be used: {error}")),
        }
    }
    bail!("no port to try")
}

/// A reader who left before the answer is no error of ours, so results of `respond` are dropped.
fn answer(request: Request, dir: &Path, prefix: &str) {
    if !matches!(request.method(), Method::Get | Method::Head) {
        let _ = request.respond(Response::from_string("only GET and HEAD\n").with_status_code(405));
        return;
    }
    match find(dir, prefix, request.url()) {
        Found::File(path) => match File::open(&path) {
            Ok(file) => {
                let response = Response::from_file(file)
                    .with_header(header("Content-Type", content_type(&path)))
                    .with_header(header("Content-Security-Policy", CONTENT_SECURITY_POLICY))
                    .with_header(header("X-Content-Type-Options", "nosniff"))
                    .with_header(header("Referrer-Policy", "no-referrer"))
                    .with_header(header("Cache-Control", "no-cache"));
                let _ = request.respond(response);
            }
            Err(_) => not_found(request),
        },
        Found::Directory(location) => {
            let moved = Response::empty(301).with_header(header("Location", &location));
            let _ = request.respond(moved);
        }
        Found::Nothing => not_found(request),
    }
}

fn not_found(request: Request) {
    let _ = request.respond(Response::from_string("not found\n").with_status_code(404));
}

#[derive(Debug, PartialEq)]
enum Found {
    File(PathBuf),
    /// A directory asked for without its slash, and the address with it.
    Directory(String),
    Nothing,
}

fn find(dir: &Path, prefix: &str, url: &str) -> Found {
    let (path, query) = match url.split_once('?') {
        Some((path, query)) => (path, format!("?{query}")),
        None => (url, String::new()),
    };
    let Some(inside) = path.strip_prefix(prefix) else {
        return Found::Nothing;
    };
    let plain = |part: &str| {
        !part.starts_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    if !inside.split('/').all(plain) {
        return Found::Nothing;
    }
    let file = dir.join(inside);
    if !file.is_dir() {
        return if file.is_file() {
            Found::File(file)
        } else {
            Found::Nothing
        };
    }
    if inside.is_empty() || inside.ends_with('/') {
        return Found::File(file.join("index.html"));
    }
    Found::Directory(format!("{path}/{query}"))
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("xml") => "application/xml",
        Some("txt" | "csv" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("header names are constants, values are ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_paths_inside_are_found() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
        let find = |url| find(dir, "/sub/", url);
        assert_eq!(
            find("/sub/Cargo.toml?v=1"),
            Found::File(dir.join("Cargo.toml"))
        );
        assert_eq!(
            find("/sub/src?a=1"),
            Found::Directory("/sub/src/?a=1".into())
        );
        assert_eq!(find("/sub/../Cargo.toml"), Found::Nothing);
        assert_eq!(find("/sub/%2e%2e/Cargo.toml"), Found::Nothing);
        assert_eq!(find("/Cargo.toml"), Found::Nothing);
    }
}
