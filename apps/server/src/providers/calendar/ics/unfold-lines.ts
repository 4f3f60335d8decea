import { textIn } from '../text-in.ts';

const quotedPrintable = /^[^:]*;\s*(?:encoding\s*=\s*)?"?quoted-printable/i;

/**
 * Returns the lines of a calendar, each with its continuation: after a space as in the standard, or after `=`
 * in the quoted-printable texts of vCalendar 1.0, which are decoded.
 *
 * @param text with any line ends, including doubled ones.
 */
export function unfoldLines(text: string): string[] {
  // Bounded, since a long run of line ends would take long otherwise.
  const lines = text.replaceAll(/(?:\r{0,3}\n){1,3}[ \t]/g, '').split(/\r{0,3}\n/);
  if (!/quoted-printable/i.test(text)) return lines;
  const whole: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!quotedPrintable.test(line.slice(0, 500))) {
      whole.push(line);
      continue;
    }
    const parts = [line];
    while (parts.at(-1)?.trimEnd().endsWith('=') && at + 1 < lines.length) {
      at += 1;
      parts.push(lines[at] ?? '');
    }
    whole.push(decodeLine(parts.map((part) => part.trimEnd().replace(/=$/, '')).join('')));
  }
  return whole;
}

function decodeLine(line: string): string {
  const colon = line.indexOf(':');
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(line.slice(0, colon))?.[1];
  const bytes = Buffer.from(
    line
      .slice(colon + 1)
      .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  );
  const value = textIn(bytes, charset).replaceAll(/\r?\n/g, '\\n');
  const parameters = line
    .slice(0, colon)
    .split(';')
    .filter((part) => !/^\s*(?:(?:encoding|charset)\s*=|quoted-printable)/i.test(part));
  return `${parameters.join(';')}:${value}`;
}
