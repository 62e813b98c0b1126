use super::{Call, Malformed, Operator, Piece, Template};

/// The maximum nesting depth of variables.
const DEEPEST: usize = 64;

/// Removes whitespace from braces that contain only a plain name and whitespace.
pub fn without_blanks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once("${") {
        out.push_str(before);
        out.push_str("${");
        // `${` opens the next variable.
        let end = inside
            .char_indices()
            .find(|(at, letter)| {
                !is_blank(*letter) && !is_name(*letter) || inside.get(*at..).is_some_and(|rest| rest.starts_with("${"))
            })
            .map_or(inside.len(), |(at, _)| at);
        let (braced, behind) = inside.split_at(end);
        let name = braced.trim_matches(is_blank);
        let plain = behind.starts_with('}') && !name.is_empty() && name.chars().all(is_name);
        out.push_str(if plain { name } else { braced });
        rest = behind;
    }
    out.push_str(rest);
    out
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

/// Parses a template.
pub fn parse(text: &str) -> Result<Template, Malformed> {
    let mut parser = Parser { text, at: 0, opened: 0, depth: 0 };
    let mut pieces = Vec::new();
    while parser.at < text.len() {
        if parser.eat("${") {
            pieces.push(Piece::Call(parser.call()?));
        } else {
            pieces.push(Piece::Text(parser.text(|_| true, "$")));
        }
    }
    Ok(Template { pieces })
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// The offset of the variable being parsed, for errors.
    opened: usize,
    depth: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn malformed<T>(&self) -> Result<T, Malformed> {
        Err(Malformed::Substitution { offset: self.opened })
    }

    fn expect(&mut self, word: &str) -> Result<(), Malformed> {
        if self.eat(word) { Ok(()) } else { self.malformed() }
    }

    /// Reads text until a variable begins or a character is not accepted. `$$` stands for `$`, and `\/` and `\\` stand
    /// for `/` and `\`, provided that `escapes` contains the first character of the sequence.
    fn text(&mut self, accept: impl Fn(char) -> bool, escapes: &str) -> String {
        let mut out = String::new();
        while let Some(letter) = self.peek() {
            let mut ahead = self.rest().chars().skip(1);
            let next = ahead.next();
            let escaped = match (letter, next) {
                ('$', Some('{')) => break,
                ('$', Some('$')) | ('\\', Some('/' | '\\')) => escapes.contains(letter),
                _ => false,
            };
            match next.filter(|_| escaped) {
                Some(second) => {
                    out.push(second);
                    self.at += letter.len_utf8() + second.len_utf8();
                }
                None if accept(letter) => {
                    out.push(letter);
                    self.at += letter.len_utf8();
                }
                None => break,
            }
        }
        out
    }

    fn name(&mut self) -> Result<String, Malformed> {
        let named = |letter: &char| *letter == '_' || letter.is_alphanumeric();
        let name: String = self.rest().chars().take_while(named).collect();
        self.at += name.len();
        if name.is_empty() { self.malformed() } else { Ok(name) }
    }

    /// Parses what follows `${`, including the closing brace.
    fn call(&mut self) -> Result<Call, Malformed> {
        let outer = std::mem::replace(&mut self.opened, self.at - 2);
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Malformed::TooDeep { limit: DEEPEST });
        }
        let call = self.inside()?;
        self.depth -= 1;
        self.opened = outer;
        Ok(call)
    }

    fn inside(&mut self) -> Result<Call, Malformed> {
        if self.eat("#") {
            let name = self.name()?;
            self.expect("}")?;
            return Ok(Call { name, operator: Operator::Length, arguments: Vec::new() });
        }
        let name = self.name()?;
        let mut arguments = Vec::new();
        let operator = if [":=", ":-", ":?", ":+", "="].iter().any(|operator| self.eat(operator)) {
            while self.peek() != Some('}') {
                arguments.push(self.argument(|letter| letter != '}', "")?);
            }
            Operator::Default
        } else if self.eat(":") {
            arguments.push(self.argument(|letter| letter != ':' && letter != '}', "")?);
            if self.eat(":") {
                while self.eat(":") {}
                arguments.push(self.argument(|letter| letter != '}', "")?);
            }
            Operator::Substring
        } else if self.eat("/") {
            self.replacement(&mut arguments)?
        } else if self.rest().starts_with(['#', '%']) {
            let end = self.rest().starts_with('%');
            let sign = if end { "%" } else { "#" };
            self.eat(sign);
            let longest = self.eat(sign);
            arguments.push(self.argument(|letter| letter != '}', "")?);
            Operator::Trim { longest, end }
        } else {
            self.casing()
        };
        self.expect("}")?;
        Ok(Call { name, operator, arguments })
    }

    fn replacement(&mut self, arguments: &mut Vec<Piece>) -> Result<Operator, Malformed> {
        let operator = if self.eat("/") {
            Operator::ReplaceAll
        } else if self.eat("#") {
            Operator::ReplacePrefix
        } else if self.eat("%") {
            Operator::ReplaceSuffix
        } else {
            Operator::ReplaceFirst
        };
        arguments.push(self.argument(|letter| letter != '/', "$\\")?);
        self.expect("/")?;
        while self.eat("/") {}
        if self.peek() != Some('}') {
            arguments.push(self.argument(|letter| letter != '}', "$\\")?);
        }
        Ok(operator)
    }

    /// Parses up to two case operators. None, or two different ones, leave the value as it is.
    fn casing(&mut self) -> Operator {
        let sign = |letter: &char| matches!(letter, ',' | '^');
        let signs: String = self.rest().chars().take_while(sign).take(2).collect();
        self.at += signs.len();
        match signs.as_str() {
            "," => Operator::LowerFirst,
            ",," => Operator::Lower,
            "^" => Operator::UpperFirst,
            "^^" => Operator::Upper,
            _ => Operator::Default,
        }
    }

    /// Parses an argument: a variable, or text that is not empty.
    fn argument(&mut self, accept: impl Fn(char) -> bool, escapes: &str) -> Result<Piece, Malformed> {
        if self.eat("${") {
            return Ok(Piece::Call(self.call()?));
        }
        let text = self.text(accept, escapes);
        if text.is_empty() { self.malformed() } else { Ok(Piece::Text(text)) }
    }
}
