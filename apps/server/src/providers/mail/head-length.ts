const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The length of the headers of an email, up to the empty line that ends them; of the whole if there is none. Looks at
 * the headers alone: searching for each form of line ends separately passes over the text as well.
 */
export function headLength(mail: Uint8Array): number {
  for (let at = 0; at < mail.length; at += 1) {
    if (mail[at] !== NEWLINE) continue;
    const next = mail[at + 1];
    if (next === NEWLINE || (next === CARRIAGE_RETURN && mail[at + 2] === NEWLINE)) return at;
  }
  return mail.length;
}
