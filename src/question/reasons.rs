//! The codes for what questions of any policy may lack: the time or a document.

use crate::reason::codes;

codes! {
    /// All codes of this module.
    pub CODES;

    /// A rule needs the current time, and the request has none.
    pub NOW_MISSING = "now-missing" {
        says: "the answer depends on the time, and the request has no `now`",
        means: "a rule compares something with the present, which the engine does not know",
        why: "without a clock the same request has the same answer for ever, so a logged decision can be replayed",
        source: "design, Time",
        cure: "add `now` to the request",
    }

    /// Nothing reads documents of this kind, but the kind or group is similar to one that is read.
    pub DOCUMENT_MISSPELT = "document-misspelt" {
        says: "nothing reads a document with the {key:plain} {0}",
        means: "the document is loaded, or its kind is said to be complete, and no rule looks at it; its kind, its group or, of `Settings`, its name is not one that is read",
        why: "a document that is not looked at would silently widen an answer",
        source: "design, The protocol",
        cure: "correct the kind, the group or the name",
    }

    /// A key has no value.
    pub KEY_WITHOUT_VALUE = "key-without-value" {
        says: "nothing stands behind {key}, which counts as if the key were not there",
        means: "the value is `null`, or left out as in `usable:`, and an API server drops such a key",
        why: "what was to be said no longer holds, and an answer may be wider for it",
        source: "design, The protocol",
        cure: "write the value, or take the key out",
    }

    /// An element of a list has no value.
    pub ELEMENT_WITHOUT_VALUE = "element-without-value" {
        says: "an element of this list is `null`, which counts as an empty one",
        means: "the element is `null`, or left out as in a `-` with nothing behind it, and an API server makes an empty object of it",
        why: "an empty element may stand for everything: a flavor that asks for nothing suits each machine",
        source: "design, The protocol; images 3.4",
        cure: "write the element, or take it out",
    }

    /// A document has a version that its API does not have.
    pub VERSION_NOT_SERVED = "version-not-served" {
        says: "found {0}, expected {served}",
        means: "the API server does not serve that version of the document's kind, so it would not take the document",
        why: "a document that cannot be stored decides nothing",
        source: "images 1; clusters-and-providers 2.1, 2.2",
        cure: "write the version that is served",
    }

    /// A document is given where one of another kind is read.
    pub DOCUMENT_OF_ANOTHER_KIND = "document-of-another-kind" {
        says: "found {0}, expected {expected}",
        means: "a document says that it is of another kind or API than the one that is read there, or has another name or none",
        why: "an answer about another kind or object would be about nothing; what is of another API is read as if it were of the expected one",
        source: "design, The protocol",
        cure: "give the document that is read there",
    }

    /// A document to be taken out is not loaded.
    pub REMOVED_NOT_LOADED = "removed-not-loaded" {
        says: "no {1} {0} is loaded, so nothing is taken out",
        means: "a load names a document in `remove`, or a review in `without`, that is not held",
        why: "where the name is misspelt, what was meant is still in force",
        source: "design, The protocol",
        cure: "correct the name, or leave it out",
    }

    /// A part of a load is not a document.
    pub NOT_A_DOCUMENT = "not-a-document" {
        says: "{0} names nothing",
        means: "a document to load lacks its `apiVersion`, `kind` or `metadata.name`",
        why: "documents are told apart by these, so that a newer one replaces an older",
        source: "design, The protocol",
        cure: "fill in the member",
    }

    /// A list of objects in place of a document.
    pub LIST_TO_LOAD = "list-to-load" {
        says: "found {0} with {count:object}, expected one object",
        means: "a document to load, or one of the objects of a question, is a list, as clients print several objects",
        why: "nothing looks into a list that is taken for one object, so what is in it would count for nothing",
        source: "design, The protocol",
        cure: "give its `items`, each as a document",
    }

    /// A load or a list has two documents with the same identity.
    pub DUPLICATE_DOCUMENT = "duplicate-document" {
        says: "the {kind} {0} stands there already",
        means: "two documents of one load, or of one list of a question, have the same group, kind, namespace and name",
        why: "which of them counts would depend on their order",
        source: "design, The protocol",
        cure: "keep one of them",
    }

    /// A question names a document that is not loaded.
    pub DOCUMENT_NOT_LOADED = "document-not-loaded" {
        says: "no {kind} {0} is loaded",
        means: "the question names a document, or looks for one under a fixed name, that has not been loaded",
        why: "an answer about a document nobody has seen would be a guess",
        source: "design, The protocol",
        cure: "load the document, or give it with the question; if there is none, correct the name or create it",
    }
}
