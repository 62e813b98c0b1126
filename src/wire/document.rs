use super::kind::Kind;

/// One value of a document. The parts of an array or object follow it; members are a key followed by a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub kind: Kind,
    /// Whether the string was written with escapes; if so, `start..end` lies in the document's `unescaped` text.
    pub unescaped: bool,
    /// The start of the value in the text; strings exclude their quotes.
    pub start: u32,
    pub end: u32,
    /// The index of the first node after this value and all its parts.
    pub next: u32,
}

/// A JSON document: its compact text and the places of the values in it.
///
/// Member order, numbers and strings stay as written. Blanks between tokens and needless escapes are removed, so equal
/// text means equal content. A document of any size is two texts and one list of nodes, and copying a part of it copies
/// three slices.
///
/// ```
/// use fitment::Document;
///
/// let document = Document::read(br#"{ "b": 1.50, "a": ["x", null] }"#, 16)?;
/// let b = document.root().get("b");
/// assert_eq!(b.and_then(|b| b.as_number()), Some("1.50"));
/// assert_eq!(document.text(), r#"{"b":1.50,"a":["x",null]}"#);
/// # Ok::<(), fitment::Fault>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub(super) text: String,
    pub(super) unescaped: String,
    pub(super) nodes: Vec<Node>,
}

impl Document {
    /// The document as compact JSON.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn node(&self, at: u32) -> Node {
        const NOTHING: Node = Node { kind: Kind::Null, unescaped: false, start: 0, end: 0, next: 0 };
        self.nodes.get(at as usize).copied().unwrap_or(NOTHING)
    }

    pub(super) fn string(&self, node: Node) -> &str {
        slice(if node.unescaped { &self.unescaped } else { &self.text }, node.start, node.end)
    }

    /// Copies an array or object into a document of its own.
    pub(super) fn part(&self, at: u32) -> Document {
        let root = self.node(at);
        let mut copy = Document { text: slice(&self.text, root.start, root.end).to_owned(), ..Document::default() };
        let inside = self.nodes.get(at as usize..root.next as usize).unwrap_or_default();
        let unescaped_from = inside.iter().find(|node| node.unescaped).map_or(0, |node| node.start);
        let unescaped_to = inside.iter().rfind(|node| node.unescaped).map_or(0, |node| node.end);
        copy.unescaped.push_str(slice(&self.unescaped, unescaped_from, unescaped_to));
        copy.nodes.extend(inside.iter().map(|node| {
            let before = if node.unescaped { unescaped_from } else { root.start };
            Node { start: node.start - before, end: node.end - before, next: node.next - at, ..*node }
        }));
        copy
    }
}

pub(super) fn slice(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or_default()
}
