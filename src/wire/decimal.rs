/// Appends a number. The standard library's formatter takes several times as long, and most answers contain numbers.
pub(super) fn push_decimal(out: &mut String, number: u64) {
    if number >= 10 {
        push_decimal(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}
