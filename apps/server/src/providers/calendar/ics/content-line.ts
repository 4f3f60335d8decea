/** A line before its value, divided at the semicolons and without them. */
interface Head {
  name: string;
  parameters: string[];
  /** The position of the colon before the value. */
  end: number;
}

const mark = /[";:]/g;

/**
 * The blanks that the standard does not allow are without meaning between the name of a property and what follows it:
 * `DTSTART ;TZID=…` is a DTSTART.
 */
export function tidyName(line: string): string {
  const end = line.search(/[;:]/);
  if (end < 1) return line;
  const name = line.slice(0, end);
  const bare = name.trimEnd();
  return bare.length === name.length ? line : `${bare}${line.slice(end)}`;
}

/**
 * A line without blanks around its separators and its value, and the value without quotes around it: programs
 * write `ATTENDEE; PARTSTAT = "DECLINED" : "mailto:ann@acme.com"`, and ical.js takes a blank as a part of the
 * name. Lines with times are divided elsewhere (`repair-line.ts`), where unquoted names of zones may contain
 * colons.
 *
 * @param keepsValue for texts, and for what is compared with values that were stored.
 */
export function tidyLine(line: string, { keepsValue }: { keepsValue: boolean }): string {
  const head = headOf(line);
  if (head === undefined) return line;
  const parameters = tidyParameters(head.parameters).map((parameter) => `;${parameter}`);
  const value = line.slice(head.end + 1);
  return `${head.name.trim()}${parameters.join('')}:${keepsValue ? value : withoutQuotes(value)}`;
}

/** @returns undefined if the line has no value. */
function headOf(line: string): Head | undefined {
  const parts: string[] = [];
  let begin = 0;
  mark.lastIndex = 0;
  for (let found = mark.exec(line); found !== null; found = mark.exec(line)) {
    if (found[0] === '"') {
      const close = line.indexOf('"', found.index + 1);
      // One that is not closed has no meaning.
      if (close !== -1) mark.lastIndex = close + 1;
      continue;
    }
    parts.push(line.slice(begin, found.index));
    begin = found.index + 1;
    if (found[0] === ';') continue;
    const [name = '', ...parameters] = parts;
    return { name, parameters, end: found.index };
  }
  return undefined;
}

/**
 * Parameters as `NAME=VALUE`, of each name the first one; parts that are none are left out, except that vCalendar 1.0
 * allows a value alone: `ATTENDEE;DECLINED:…`.
 */
export function tidyParameters(parts: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    const isDeclined = equals === -1 && /^\s*declined\s*$/i.test(part);
    const name = isDeclined ? 'PARTSTAT' : part.slice(0, Math.max(equals, 0)).trim();
    if (name === '' || found.has(name.toLowerCase())) continue;
    found.set(name.toLowerCase(), `${name}=${tidyValue(part.slice(equals + 1))}`);
  }
  return [...found.values()];
}

/** The value of a parameter: blanks do not count within its quotes, nor around the commas of a list. */
function tidyValue(text: string): string {
  const value = text.trim();
  if (!value.includes('"')) return value;
  const quotes = value.split('"').length - 1;
  if (quotes === 1) return value.replace('"', '').trim();
  if (quotes === 2 && value.startsWith('"') && value.endsWith('"')) {
    return `"${value.slice(1, -1).trim()}"`;
  }
  return value.replaceAll(/"\s*,\s*"/g, '","');
}

/** A value without blanks and quotes around it. */
export function withoutQuotes(text: string): string {
  const value = text.trim();
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return isQuoted ? value.slice(1, -1).trim() : value;
}
