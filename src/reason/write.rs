//! Reasons and problems as JSON.

use super::problem::Problem;
use super::text::{says, sentence};
use super::tree::Reason;
use crate::wire::{ObjectWriter, write_each};

/// Appends reasons as a JSON list, each with its sentence if `with_says` is set.
pub fn write_reasons(out: &mut String, reasons: &[Reason], with_says: bool) {
    write_each(out, reasons, |out, reason| {
        let mut object = ObjectWriter::new(out);
        object.member("code", reason.code().id);
        if with_says {
            object.member("says", &says(reason));
        }
        object.member("subject", reason.subject()).member("facts", reason.cited());
        write_reasons(object.key("because"), reason.causes(), with_says);
        object.member("more", &Some(reason.more()).filter(|more| *more > 0));
        object.end();
    });
}

/// Appends problems as a JSON list, each with its sentence if `with_says` is set.
pub fn write_problems(out: &mut String, problems: &[Problem], with_says: bool) {
    write_each(out, problems, |out, problem| {
        let mut object = ObjectWriter::new(out);
        object.member("level", problem.level().word()).member("code", problem.code().id);
        if with_says {
            object.member("says", &sentence(problem));
        }
        object.member("path", problem.path().as_str()).member("facts", problem.cited());
        object.end();
    });
}
