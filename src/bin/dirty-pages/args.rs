//! Commands and their arguments.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use dirty_pages::params::Values;
use dirty_pages::params::{Warning, WarningKind, apply};
use dirty_pages::scene::{SCENES, Scene, scene};

/// Dirty Pages: what happens between COMMIT and the disk.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Names the scenes, a line each
    Scenes,
    /// Prints the parameter rows of a scene
    Params {
        /// Scene
        scene: String,
        /// Format
        #[arg(long, value_enum, default_value = "md")]
        format: Format,
    },
    /// Names the presets of a scene
    Presets {
        /// Scene
        scene: String,
    },
    /// Runs a scene and prints its figures
    Run {
        #[command(flatten)]
        what: What,
        /// Format
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Runs a scene and prints the recorded series
    Trace {
        #[command(flatten)]
        what: What,
        /// Only this series
        #[arg(long)]
        series: Option<String>,
        /// Format
        #[arg(long, value_enum, default_value = "csv")]
        format: Format,
    },
    /// Runs a scene once a value and prints a row a run: key=from..to[:steps]
    Sweep {
        #[command(flatten)]
        what: What,
        /// Seeds a value, from --seed up
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000))]
        seeds: u64,
        /// Format
        #[arg(long, value_enum, default_value = "csv")]
        format: Format,
    },
    /// Prints every published figure beside the simulated one
    Claims {
        /// Format
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Writes the static pages
    Article {
        /// Folder
        #[arg(long)]
        out: PathBuf,
    },
    /// Times the default run of a scene, or of all
    Bench {
        /// Scene
        scene: Option<String>,
        /// Format
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
}

/// A scene with its settings.
#[derive(clap::Args)]
pub struct What {
    /// Scene
    pub scene: String,
    /// Settings: key=value
    pub settings: Vec<String>,
    /// Preset to start from; the scene's first by default
    #[arg(long)]
    pub preset: Option<String>,
    /// Seed
    #[arg(long, default_value_t = 1, allow_hyphen_values = true)]
    pub seed: u64,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// JSON
    Json,
    /// Comma-separated values
    Csv,
    /// Markdown
    Md,
}

/// Why a command ended without its result.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or a value out of range: exit 2.
    Usage(String),
    /// The program failed: exit 1.
    Failed(String),
    /// Nobody reads any further (`| head`): exit 0.
    Closed,
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Self::Closed;
        }
        Self::Failed(error.to_string())
    }
}

/// What a command prints, or why not.
pub type Answer = Result<String, Failure>;

/// A scene by name, or exit 2 naming those there are.
pub fn scene_named(name: &str) -> Result<&'static dyn Scene, Failure> {
    scene(name).ok_or_else(|| {
        let names: Vec<&str> = SCENES.iter().map(|s| s.name()).collect();
        Failure::Usage(format!(
            "scene={name} is not a scene; there is: {}",
            names.join(", ")
        ))
    })
}

/// `key=value` texts as pairs.
pub fn pairs(settings: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let pair = |text: &String| match text.split_once('=') {
        Some((key, value)) => Ok((key.to_string(), value.to_string())),
        None => Err(Failure::Usage(format!(
            "{text} is not of the form key=value"
        ))),
    };
    settings.iter().map(pair).collect()
}

impl What {
    /// The scene, the preset's name and the values; a bad value is exit 2 with key, value, range.
    pub fn resolve(&self) -> Result<(&'static dyn Scene, &'static str, Values), Failure> {
        let scene = scene_named(&self.scene)?;
        let presets = scene.presets();
        let preset = match &self.preset {
            None => presets.first(),
            Some(name) => presets.iter().find(|p| p.name == name),
        };
        let Some(preset) = preset else {
            let names: Vec<&str> = presets.iter().map(|p| p.name).collect();
            let given = self.preset.as_deref().unwrap_or("");
            let names = names.join(", ");
            return Err(Failure::Usage(format!(
                "preset={given} is not one of: {names}"
            )));
        };
        let base = scene
            .preset_values(preset.name)
            .unwrap_or(Values::defaults(scene.infos()));
        let (values, warnings) = apply(scene.infos(), &base, &pairs(&self.settings)?, &[]);
        if warnings.is_empty() {
            return Ok((scene, preset.name, values));
        }
        let lines = warnings.iter().map(refusal);
        Err(Failure::Usage(lines.collect::<Vec<_>>().join("\n")))
    }
}

/// Why a value is refused; a link would put it right, a script had better know.
fn refusal(warning: &Warning) -> String {
    let given = format!("{}={}", warning.key, warning.given);
    match &warning.kind {
        WarningKind::UnknownKey {
            suggestion: Some(like),
        } => {
            format!(
                "{given}: there is no key {}; did you mean {like}?",
                warning.key
            )
        }
        WarningKind::UnknownKey { suggestion: None } => {
            format!("{given}: there is no key \"{}\"", warning.key)
        }
        WarningKind::Repeated => format!("{given}: the key comes twice"),
        WarningKind::Rounded | WarningKind::NotANumber => {
            format!(
                "{given}: not a whole number; the range is {}",
                warning.range
            )
        }
        _ => format!("{given}: the range is {}", warning.range),
    }
}

/// Parses, runs, prints.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are not errors; clap's own status for bad usage is 2.
            let status = u8::try_from(error.exit_code()).unwrap_or(2);
            return match error.print() {
                Ok(()) => ExitCode::from(status),
                Err(_) => ExitCode::from(1),
            };
        }
    };
    let (answer, status) = dispatch(cli.command);
    match answer {
        Ok(text) => match std::io::stdout().write_all(text.as_bytes()) {
            Ok(()) => status,
            Err(error) => match Failure::from(error) {
                Failure::Closed => ExitCode::SUCCESS,
                Failure::Usage(message) | Failure::Failed(message) => complain(&message, 1),
            },
        },
        Err(Failure::Usage(message)) => complain(&message, 2),
        Err(Failure::Failed(message)) => complain(&message, 1),
        Err(Failure::Closed) => ExitCode::SUCCESS,
    }
}

fn complain(message: &str, status: u8) -> ExitCode {
    // Nothing is left to do when even this can't be written.
    let _ = writeln!(std::io::stderr(), "dirty-pages: {message}");
    ExitCode::from(status)
}

fn dispatch(command: Command) -> (Answer, ExitCode) {
    let fine = ExitCode::SUCCESS;
    match command {
        Command::Scenes => (Ok(crate::list::scenes()), fine),
        Command::Params { scene, format } => (crate::list::params(&scene, format), fine),
        Command::Presets { scene } => (crate::list::presets(&scene), fine),
        Command::Run { what, format } => (crate::run::run(&what, format), fine),
        Command::Trace {
            what,
            series,
            format,
        } => (crate::series::trace(&what, series.as_deref(), format), fine),
        Command::Sweep {
            what,
            seeds,
            format,
        } => (crate::series::sweep(&what, seeds, format), fine),
        Command::Claims { format } => {
            let (text, all_hold) = crate::list::claims(format);
            (text, if all_hold { fine } else { ExitCode::from(1) })
        }
        Command::Article { out } => (crate::pages::write(&out), fine),
        Command::Bench { scene, format } => (crate::bench::bench(scene.as_deref(), format), fine),
    }
}

/// A format that a command doesn't write: exit 2.
pub fn unwritten(command: &str, format: Format, known: &str) -> Failure {
    let format = format
        .to_possible_value()
        .map_or(String::new(), |v| v.get_name().to_string());
    Failure::Usage(format!("format={format}: {command} writes {known}"))
}

/// Pretty JSON with a line end.
pub fn json(value: &serde_json::Value) -> Answer {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| Failure::Failed(error.to_string()))
}
