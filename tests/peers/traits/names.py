"""Names of traits, good and bad."""

CUSTOM = ["CUSTOM_A", "CUSTOM_B", "CUSTOM_C"]
STANDARD = ["HW_CPU_X86_AESNI", "HW_CPU_X86_VMX", "HW_CPU_X86_SGX"]
MARKS = ["COMPUTE_NODE", "OWNER_NOVA", "OWNER_CYBORG", "COMPUTE_DEVICE_TAGGING", "COMPUTE_STATUS_DISABLED"]
ODD = [
    "",
    "CUSTOM_",
    "CUSTOM_a",
    "custom_A",
    "CUSTOM_A-B",
    "CUSTOM_A B",
    " CUSTOM_A",
    "CUSTOM_A ",
    "CUSTOM_A\n",
    "CUSTOM_Ä",
    "CUSTOMER_A",
    "CUSTOM__",
    "CUSTOM_1",
    "CUSTOM_" + "A" * 248,
    "CUSTOM_" + "A" * 249,
    "HW_CPU_X86_NOTHING",
    "HW_CPU_X86_AESNI\n",
    "hw_cpu_x86_aesni",
    "MISC_SHARES_VIA_AGGREGATE",
    "VCPU",
]
PIECES = ["CUSTOM", "CUSTOM_", "A", "b", "9", "_", "-", " ", ".", "HW_", "é", "ß", "\n", "/"]


def name(dice):
    """A name of any kind."""
    kind = dice.random()
    if kind < 0.3:
        return dice.choice(ODD)
    if kind < 0.6:
        return dice.choice(CUSTOM + STANDARD + MARKS)
    return "".join(dice.choice(PIECES) for _ in range(dice.randint(1, 5)))


def text(dice):
    """Text that people might want as a name."""
    return "".join(dice.choice(PIECES + ["Dell R740", "..", "İ", "٣"]) for _ in range(dice.randint(0, 5)))
