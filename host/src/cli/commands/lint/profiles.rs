use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use fitment_host::{Limits, Session};

use super::found::Telling;
use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load;
use crate::cli::exit::{Done, Exit, Failure, Unreadable};
use crate::cli::members::list;
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::places;
use crate::cli::reading::readable::{self, Readable};
use crate::cli::session;
use crate::cli::showing::findings::{self, Form};
use crate::cli::stderr;
use crate::cli::writing::rewrites::{Layout, Rewrites};

// The enclosing argument group would be named after its type, `Arguments`, too.
#[derive(Debug, Args)]
#[group(id = "profiles")]
pub struct Arguments {
    /// CloudProfiles in JSON or YAML; folders are read recursively. The settings they are judged by go beside them.
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    /// Make the edits that change neither what fits nor what is valid or admitted, and show what is left. A file that
    /// cannot be changed is named, and the others are changed all the same.
    #[arg(long)]
    fix: bool,

    #[command(flatten)]
    layout: Layout,

    /// How many findings are listed; by default 200 as JSON or YAML and 1,000 otherwise. Warnings give way to errors.
    #[arg(long, value_name = "COUNT")]
    list_at_most: Option<u64>,

    #[command(flatten)]
    telling: Telling,

    #[command(flatten)]
    deciding: Deciding,
}

/// Runs `fitment lint` on profiles, and fixes what may be fixed.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let form = arguments.telling.form();
    findings::told(COMMAND, form, look(&arguments, form, limits))
}

fn look(arguments: &Arguments, form: Form, limits: Limits) -> Done {
    if arguments.fix && arguments.files.iter().any(|file| file.as_os_str() == "-") {
        return Err(Failure::Input("found `-` beside `--fix`, expected files, which it changes".to_owned()));
    }
    let mut read = Read::of(&arguments.files)?;
    read.tell_passed_over();
    let (mut session, _) = match load::open(&read.settings, arguments.deciding.loading(), limits) {
        Ok(opened) => opened,
        Err(closed) => {
            readable::tell(&read.unreadable);
            return closed.reported(COMMAND, form);
        }
    };
    let mut answers = ask(&mut session, &read.profiles, arguments, form)?;
    let mut mended = Exit::Yes;
    if arguments.fix {
        let mut rewrites = Rewrites::default();
        for (profile, answer) in read.profiles.iter().zip(&answers) {
            let envelope = session::envelope(answer);
            let fix = list(&envelope["answer"]["fix"]);
            if !fix.is_empty() {
                rewrites.add(profile, fix);
            }
        }
        let written = rewrites.write(arguments.layout);
        // A file that cannot be fixed prevents neither fixing the rest nor showing the findings.
        for failure in written.failures {
            stderr::line(format_args!("error: {failure}"));
            mended = mended.worse(failure.exit());
        }
        if written.files > 0 {
            read = Read::of(&arguments.files)?;
            answers = ask(&mut session, &read.profiles, arguments, form)?;
        }
    }
    let passed_over = read.passed_over();
    let look = arguments.telling.look(COMMAND, &arguments.files).beside(read.unreadable).passing_over(passed_over);
    let found = look.show_all(&mut session, &answers, |number, path| {
        let inside = path.strip_prefix("/given/cloudProfile").unwrap_or(path);
        Some(read.profiles.get(number)?.origin.below(inside))
    })?;
    Ok(found.worse(mended))
}

const COMMAND: &str = "lint";

const KIND: &str = "CloudProfile";

/// What is in the files.
struct Read {
    profiles: Vec<Object>,
    /// What profiles are looked over with.
    settings: Vec<Object>,
    /// Objects of other kinds, which are skipped.
    others: Vec<Object>,
    empty: Vec<PathBuf>,
    unreadable: Vec<Unreadable>,
}

impl Read {
    fn of(files: &[PathBuf]) -> Result<Self, Failure> {
        let Readable { objects, empty, mut unreadable } = Readable::of(files)?;
        let (settings, objects): (Vec<Object>, Vec<Object>) =
            objects.into_iter().partition(|object| object.head.is_settings());
        let (profiles, others): (Vec<Object>, Vec<Object>) =
            objects.into_iter().partition(|object| object.head.kind == KIND);
        // An API server knows no such kind, and `fitment check` refuses it.
        let (misspelt, others): (Vec<Object>, Vec<Object>) =
            others.into_iter().partition(|object| object.head.kind.eq_ignore_ascii_case(KIND));
        unreadable.extend(misspelt.into_iter().map(|object| Unreadable {
            at: places::of_value(object.origin.below("/kind")).and_then(|at| at.position),
            why: format!("found the kind `{}`, expected `{KIND}`", object.head.kind),
            file: object.file,
        }));
        match files.first() {
            Some(first) if profiles.is_empty() && unreadable.is_empty() => {
                let why = "found no CloudProfile, expected one; `fitment lint traits` takes flavors and nodes, `fitment \
                           lint drivers` a registry";
                Err(Failure::file(first, why))
            }
            _ => Ok(Self { profiles, settings, others, empty, unreadable }),
        }
    }

    /// Prints what is not looked over.
    fn tell_passed_over(&self) {
        let others = self.others.len();
        if others > 0 {
            let objects = if others == 1 { "object that is" } else { "objects that are" };
            stderr::line(format_args!(
                "note: skipped {others} {objects} not a {KIND}; `fitment check` judges other kinds"
            ));
        }
        for empty in &self.empty {
            stderr::line(format_args!("note: passed over `{}`, an empty file", empty.display()));
        }
    }

    /// The files of which nothing is looked over.
    fn passed_over(&self) -> HashSet<String> {
        let of = |objects: &[Object]| objects.iter().map(|object| objects::shown(&object.file)).collect::<HashSet<_>>();
        let mut files = of(&self.others);
        files.extend(self.empty.iter().map(|file| objects::shown(file)));
        &files - &of(&self.profiles)
    }
}

fn ask(session: &mut Session, profiles: &[Object], arguments: &Arguments, form: Form) -> Result<Vec<Vec<u8>>, Failure> {
    // Folded text and reports for tools need the full list.
    let most = arguments.list_at_most.or(form.is_reported().then_some(1_000));
    let question = |profile: &Object| {
        let bound = most.map(|most| format!(r#","listAtMost":{most}"#)).unwrap_or_default();
        let given = format!(r#"{{"cloudProfile":{}{bound}}}"#, profile.json);
        Ok(session.ask(&arguments.deciding.request_with("images/lint", &given, form.asked()))?)
    };
    profiles.iter().map(question).collect()
}
