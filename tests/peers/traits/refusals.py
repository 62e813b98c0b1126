"""The words of Placement's refusals, and the reasons that each can stand for."""

# A name for the cause is ours, so where one sentence covers several causes any of them is right.
SENTENCES = [
    ("No such trait(s)", {"unknown-trait"}),
    ("Invalid resource class in resources parameter", {"unknown-resource-class"}),
    ("Conflicting required and forbidden traits", {"conflicting-traits"}),
    ("must be associated with resources", {"group-without-resources", "no-resources"}),
    ("Got: empty string", {"malformed-parameter", "group-without-resources", "no-resources"}),
    ("All request groups must specify resources", {"group-without-resources"}),
    ("Resourceless suffixed group request", {"group-without-resources", "no-resources"}),
    ("There must be at least one resources", {"no-resources"}),
    ("At least one request group", {"no-resources"}),
    ('The "group_policy" parameter is required', {"group-policy-missing"}),
    ("only supported since microversion 1.39", {"any-of-not-supported"}),
    ("does not support forbidden traits", {"forbidden-inside-any-of", "any-of-not-supported"}),
    ("Got an empty trait in", {"empty-trait-name", "forbidden-not-supported"}),
    ("HW_CPU_X86_VMX,CUSTOM_MAGIC. Got: ", {"forbidden-not-supported"}),
    ("Forbidden member_of", {"forbidden-aggregate-not-supported"}),
    ("Multiple member_of", {"duplicate-parameter"}),
    ("may be specified only once", {"duplicate-parameter"}),
    ("is not one of ['none', 'isolate']", {"malformed-parameter"}),
    ("Invalid query string parameters: Additional properties", {"parameter-not-supported"}),
    ("match any of the regexes", {"parameter-not-supported"}),
    ("is a required property", {"no-resources", "parameter-not-supported"}),
]


def reasons(sentence, query):
    """The reasons that fit the sentence with which a query was refused."""
    for fragment, words in SENTENCES:
        if fragment in sentence:
            schema = "Failed validating" in sentence
            policy = schema and any(key == "group_policy" for key, _ in query)
            return frozenset(words | {"group-policy-missing"} if policy else words)
    return frozenset({"malformed-parameter"})
