//! The changes that can be made to a piece of source.

use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, ReturnType, Stmt, Type, UnOp};

use super::found::Found;

/// The condition that the mutant is active.
const PLANTED: &str = "crate::mutant::is($N)";

/// The comparison that differs only at the boundary.
fn boundary(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        _ => return None,
    })
}

/// The operator that replaces another.
fn opposite(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::Add(_) | BinOp::Div(_) => {
            if matches!(operator, BinOp::Add(_)) {
                "-"
            } else {
                "*"
            }
        }
        BinOp::Sub(_) | BinOp::Mul(_) => "+",
        BinOp::Rem(_) => "/",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) | BinOp::BitXor(_) => "&",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) | BinOp::MulAssign(_) => "+=",
        BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        _ => return None,
    })
}

fn is_comparison(operator: &BinOp) -> bool {
    matches!(operator, BinOp::Eq(_) | BinOp::Ne(_)) || boundary(operator).is_some()
}

/// The methods that return a boolean.
const YES_OR_NO: [&str; 20] = [
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "is_empty",
    "is_some_and",
    "is_none_or",
    "is_ok_and",
    "contains",
    "starts_with",
    "ends_with",
    "any",
    "all",
    "eq",
    "ne",
    "is_ascii_digit",
    "is_ascii_alphanumeric",
    "is_char_boundary",
    "contains_key",
    "insert",
];

/// The methods that may return `None`.
const OPTIONAL: [&str; 13] = [
    "ok",
    "then",
    "then_some",
    "find",
    "position",
    "rposition",
    "strip_prefix",
    "strip_suffix",
    "split_once",
    "first",
    "last",
    "get",
    "checked_sub",
];

/// The methods that take a predicate.
const TESTING: [&str; 10] =
    ["filter", "find", "position", "any", "all", "take_while", "skip_while", "is_some_and", "is_none_or", "retain"];

/// The methods that can be swapped for each other.
const PAIRS: [(&str, &str); 6] = [
    ("any", "all"),
    ("min", "max"),
    ("min_by", "max_by"),
    ("min_by_key", "max_by_key"),
    ("starts_with", "ends_with"),
    ("and", "or"),
];

/// Notes the changes to an expression.
pub fn expression(found: &mut Found<'_>, expression: &Expr) {
    match expression {
        Expr::Binary(binary) => self::binary(found, binary),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            let inside = found.source(&*unary.expr).to_owned();
            found.around(unary, "no negation", format!("(if {PLANTED} {{ {inside} }} else {{ "), " })");
        }
        Expr::Lit(literal) => self::literal(found, &literal.lit),
        Expr::MethodCall(call) => method(found, call),
        Expr::Call(call) if found.source(&*call.func) == "Some" => {
            found.around(call, "None", "crate::mutant::none($N, ".to_owned(), ")");
        }
        Expr::Macro(inside) if inside.mac.path.is_ident("matches") => {
            found.around(inside, "negated", "crate::mutant::not($N, ".to_owned(), ")");
        }
        Expr::If(branch) => {
            condition(found, &branch.cond);
            if branch.else_branch.is_none() && !has_let(&branch.cond) {
                found.around(&*branch.cond, "never", format!("!{PLANTED} && ("), ")");
            }
        }
        Expr::While(repeated) => condition(found, &repeated.cond),
        Expr::Match(choice) => choice.arms.iter().for_each(|arm| self::arm(found, choice, arm)),
        _ => {}
    }
}

fn binary(found: &mut Found<'_>, binary: &syn::ExprBinary) {
    let (left, right) = (found.source(&*binary.left).to_owned(), found.source(&*binary.right).to_owned());
    let instead = |operator: &str| format!("(if {PLANTED} {{ {left} {operator} {right} }} else {{ ");
    if is_comparison(&binary.op) {
        found.around(binary, "negated", "crate::mutant::not($N, ".to_owned(), ")");
        if let Some(operator) = boundary(&binary.op) {
            found.around(binary, &format!("{operator} at the boundary"), instead(operator), " })");
        }
        return;
    }
    let Some(operator) = opposite(&binary.op) else { return };
    if has_let(&binary.left) || has_let(&binary.right) {
        return;
    }
    let name = format!("{operator} for {}", found.source(&binary.op));
    found.around(binary, &name, instead(operator), " })");
}

fn literal(found: &mut Found<'_>, literal: &Lit) {
    let mut instead = |operator: &str, text: String| {
        found.around(literal, operator, format!("(if {PLANTED} {{ {text} }} else {{ "), " })");
    };
    match literal {
        Lit::Bool(bool) => instead("flipped", (!bool.value).to_string()),
        Lit::Str(text) if !text.value().is_empty() => instead("no text", "\"\"".to_owned()),
        Lit::Int(number) => {
            let Ok(value) = number.base10_parse::<u128>() else { return };
            instead("one more", format!("{}{}", value.saturating_add(1), number.suffix()));
            if let Some(less) = value.checked_sub(1) {
                instead("one less", format!("{less}{}", number.suffix()));
            }
        }
        _ => {}
    }
}

fn method(found: &mut Found<'_>, call: &syn::ExprMethodCall) {
    let name = call.method.to_string();
    let name = name.as_str();
    if YES_OR_NO.contains(&name) || name.starts_with("is_") || name.starts_with("has_") {
        found.around(call, "negated", "crate::mutant::not($N, ".to_owned(), ")");
    }
    if OPTIONAL.contains(&name) {
        found.around(call, "None", "crate::mutant::none($N, ".to_owned(), ")");
    }
    let swapped =
        PAIRS.iter().find_map(|(one, other)| if name == *one { Some(other) } else { (name == *other).then_some(one) });
    if let Some(other) = swapped {
        let method = call.method.span().byte_range();
        let whole = call.span().byte_range();
        let text = found.source(call).to_owned();
        let (before, after) = (&text[..method.start - whole.start], &text[method.end - whole.start..]);
        let instead = format!("(if {PLANTED} {{ {before}{other}{after} }} else {{ ");
        found.around(call, &format!("{other} for {name}"), instead, " })");
    }
    if TESTING.contains(&name)
        && let Some(Expr::Closure(closure)) = call.args.first()
        && !negates_itself(&closure.body)
    {
        found.around(&*closure.body, "negated", "crate::mutant::not($N, ".to_owned(), ")");
    }
}

/// Negates a condition, unless another operator does.
fn condition(found: &mut Found<'_>, condition: &Expr) {
    if !has_let(condition) && !negates_itself(condition) {
        found.around(condition, "negated", "crate::mutant::not($N, ".to_owned(), ")");
    }
}

fn arm(found: &mut Found<'_>, choice: &syn::ExprMatch, arm: &syn::Arm) {
    if let Some((_, guard)) = &arm.guard {
        if !has_let(guard) {
            found.around(&**guard, "guard is true", format!("{PLANTED} || ("), ")");
            found.around(&**guard, "guard is false", format!("!{PLANTED} && ("), ")");
        }
        return;
    }
    let others = choice.arms.iter().any(|other| matches!(other.pat, syn::Pat::Wild(_)) && other.guard.is_none());
    if others && !matches!(arm.pat, syn::Pat::Wild(_)) {
        found.behind(&arm.pat, "no such arm", &format!(" if !{PLANTED}"));
    }
}

/// Notes a statement that can be left out.
pub fn statement(found: &mut Found<'_>, statement: &Stmt) {
    let Stmt::Expr(expression, Some(_)) = statement else { return };
    match expression {
        Expr::MethodCall(_) | Expr::Call(_) | Expr::Try(_) | Expr::Assign(_) => {
            found.around(statement, "left out", format!("if !{PLANTED} {{ "), " }");
        }
        Expr::Binary(_) => found.around(statement, "left out", format!("if !{PLANTED} {{ "), " }"),
        _ => {}
    }
}

/// Notes the values that a whole function can return instead.
pub fn body(found: &mut Found<'_>, signature: &syn::Signature, block: &syn::Block) {
    let values: &[&str] = match &signature.output {
        ReturnType::Default => &["()"],
        ReturnType::Type(_, returned) => match &**returned {
            Type::Path(path) => match path.path.segments.last() {
                Some(last) => of_type(&last.ident.to_string(), &found.source(path).replace(' ', "")),
                None => &[],
            },
            Type::Reference(reference) if found.source(&*reference.elem) == "str" => &["\"\""],
            _ => &[],
        },
    };
    if block.stmts.is_empty() {
        return;
    }
    let shown = signature.span().byte_range();
    let start = block.brace_token.span.open().byte_range().end;
    for value in values {
        let inserted = format!(" if {PLANTED} {{ return {value}; }} ");
        found.at(shown.clone(), start..start, &format!("returns {value}"), inserted, "");
    }
}

fn of_type(name: &str, whole: &str) -> &'static [&'static str] {
    match name {
        "bool" => &["true", "false"],
        "Option" => &["None"],
        "Vec" => &["Vec::new()"],
        "String" => &["String::new()"],
        "usize" | "u64" | "u32" | "u16" | "u8" | "i64" | "i32" => &["0", "1"],
        "Result" | "Outcome" if whole.contains("<()") => &["Ok(())"],
        "Result" | "Outcome" if whole.contains("<Option<") => &["Ok(None)"],
        "Result" | "Outcome" if whole.contains("<Vec<") => &["Ok(Vec::new())"],
        "Result" | "Outcome" if whole.contains("<bool") => &["Ok(true)", "Ok(false)"],
        "Ordering" => &["std::cmp::Ordering::Equal"],
        _ => &[],
    }
}

/// Whether a condition contains `let`.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inside) => has_let(&inside.expr),
        _ => false,
    }
}

/// Whether another operator already negates the condition or each of its parts.
fn negates_itself(condition: &Expr) -> bool {
    match condition {
        Expr::Binary(_) | Expr::Unary(_) | Expr::Block(_) => true,
        Expr::Macro(inside) => inside.mac.path.is_ident("matches"),
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            YES_OR_NO.contains(&name.as_str()) || name.starts_with("is_") || name.starts_with("has_")
        }
        _ => false,
    }
}
