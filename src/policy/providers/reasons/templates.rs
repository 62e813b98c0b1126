//! Codes about components with variables.

use crate::reason::codes;

codes! {
    /// All codes about templates.
    pub TEMPLATES_CODES;

    /// The variables that the components use.
    pub VARIABLES_NAMED = "variables-named" {
        says: "the components name these variables: {variables}",
        means: "the variables are in the text; those inside the default of another are not listed",
        why: "a user has to know which values a provider asks for before it is installed",
        source: "clusters-and-providers 2.11",
        cure: "put a value for each into the provider's Secret",
    }

    /// All variables have values.
    pub TEMPLATE_FILLED = "components-filled" {
        says: "each of the {variables} variables has a value or a default",
        means: "the components were filled in",
        why: "a manifest with a variable left in it cannot be applied",
        source: "clusters-and-providers 2.11",
        cure: "nothing to do",
    }

    /// A variable has no value.
    pub VARIABLE_MISSING = "variable-missing" {
        says: "the variable {subject} has no value, and no default where it is named first",
        means: "neither the Secret nor the environment has the variable; all that are missing are told at once",
        why: "components with an empty credential would be installed and fail later, without a word",
        source: "clusters-and-providers 2.11",
        cure: "add the variable to the Secret that the provider names",
    }

    /// The braces contain something that is not valid.
    pub TEMPLATE_MALFORMED = "components-malformed" {
        says: "what is in the braces at byte {offset} cannot be understood",
        means: "the text in `${…}` is no variable with one of the known operators",
        why: "a text that is left as it is would end up in the cluster",
        source: "clusters-and-providers 2.11",
        cure: "write `${NAME}` or `${NAME:=default}`, or `$${NAME}` for the text itself",
    }

    /// A substring has a negative length.
    pub SUBSTRING_NEGATIVE = "substring-of-negative-length" {
        says: "a part of {subject} with a length under zero is asked for",
        means: "`${NAME:offset:length}` has a negative length",
        why: "today's software crashes on it, so no manifest can mean anything by it",
        source: "clusters-and-providers 2.11, O21",
        cure: "give a length of zero or more",
    }

    /// Variables are nested too deeply.
    pub TEMPLATE_TOO_DEEP = "components-too-deep" {
        says: "variables are more than {limit} deep inside one another",
        means: "the defaults of variables hold variables, and so on, further than in any manifest",
        why: "reading without end would exhaust the stack",
        source: "design, Reading",
        cure: "give the variables values instead of nested defaults",
    }

    /// Filling in the components takes too much work.
    pub TEMPLATE_TOO_MUCH = "components-too-large" {
        says: "filling in these components takes too much work",
        means: "the text, or the search for a pattern in a long value, is larger than any manifest needs",
        why: "a few bytes can name a long value a million times, and a gate must not stand still",
        source: "design, Reading",
        cure: "shorten the value, or the template",
    }
}
