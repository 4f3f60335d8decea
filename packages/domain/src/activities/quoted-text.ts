/** A part of a plain email: the sender's own text, or a quotation of an earlier email. */
export interface MailPart {
  kind: 'own' | 'quoted';
  text: string;
}

const quotedLine = /^\s*>/;
/** 'On Tue, … Ada wrote:' in the languages that mail programs commonly write it in. */
const attribution = /(wrote|schrieb|écrit|escribió|scrisse|napisał\(a\)|geschreven)\s*:\s*$/i;
/** Matches the beginning of an attribution; a long one is broken into two lines. */
const opening = /^\s*(On|Am|Le|El|Il|W dniu|Op)\b/;
const originalMessage = /^\s*(-{2,}\s*original message\s*-{2,}|_{20,})\s*$/i;

/**
 * Divides a plain email into its own text and its quotations, in order. The line that introduces a quotation
 * belongs to it; so does everything below 'Original Message'. Joined with line breaks, the parts give the
 * email again.
 */
export function splitQuotedText(text: string): MailPart[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const kinds = lines.map((line): MailPart['kind'] => (quotedLine.test(line) ? 'quoted' : 'own'));
  markAttributions(lines, kinds);
  const original = lines.findIndex((line) => originalMessage.test(line));
  if (original >= 0) kinds.fill('quoted', original);

  const parts: MailPart[] = [];
  lines.forEach((line, index) => {
    const kind = kinds[index] ?? 'own';
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += `\n${line}`;
    else parts.push({ kind, text: line });
  });
  return parts;
}

/** Maximum number of empty lines between an attribution and its quotation. */
const MAX_BLANK_LINES = 2;

/** An attribution is above its quotation, on one line or on two. */
function markAttributions(lines: readonly string[], kinds: MailPart['kind'][]): void {
  lines.forEach((line, index) => {
    if (kinds[index] === 'quoted' || !attribution.test(line)) return;
    let next = index + 1;
    while (next <= index + MAX_BLANK_LINES && lines[next]?.trim() === '') next += 1;
    if (kinds[next] !== 'quoted') return;
    const beginsAbove = !opening.test(line) && opening.test(lines[index - 1] ?? '');
    kinds.fill('quoted', beginsAbove ? index - 1 : index, next);
  });
}
