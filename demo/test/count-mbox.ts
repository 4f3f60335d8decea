import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

// Counts mails straight from mbox files, to compare the product's figures with. Nothing of the
// product is used here on purpose: not its parser, not its dates, not its rules.

export interface CountedMail {
  messageId: string;
  /** The body without white space, by which copies are told from other mails. */
  body: string;
  /** The Date header as it stands in the file. */
  date: Date;
  from: string[];
  everybody: string[];
}

/** The mails of an mboxrd file, plain or gzip; those without a usable date are left out. */
export function readMails(file: string): CountedMail[] {
  const bytes = readFileSync(file);
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('latin1');
  return text
    .split(/^From .*\r?\n/m)
    .slice(1)
    .flatMap((mail) => {
      const [rawHead = ''] = mail.split(/\r?\n\r?\n/, 1);
      const head = rawHead.replaceAll(/\r?\n[ \t]+/g, ' ');
      const body = mail.slice(rawHead.length).replaceAll(/\s+/g, '');
      const date = new Date((header(head, 'date')[0] ?? '').replaceAll(/\([^)]*\)/g, ''));
      if (Number.isNaN(date.getTime())) return [];
      const from = header(head, 'from').flatMap(addresses);
      const others = [...header(head, 'to'), ...header(head, 'cc')].flatMap(addresses);
      const messageId = /<[^>]+>/.exec(header(head, 'message-id')[0] ?? '')?.[0] ?? '';
      return [{ messageId, body, date, from, everybody: [...from, ...others] }];
    });
}

function header(head: string, name: string): string[] {
  return head
    .split(/\r?\n/)
    .filter((line) => line.toLowerCase().startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1));
}

function addresses(list: string): string[] {
  return list
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .map((one) => (/<([^>]*)>/.exec(one)?.[1] ?? one).trim().toLowerCase())
    .filter((one) => /^[^\s@]+@[^\s@]+$/.test(one));
}

const newYork = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });

/** YYYY-MM-DD in New York. */
export const newYorkDay = (date: Date): string => newYork.format(date);

/** The calendar day `count` days before another one. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);

/** Mails by `day side`, such as '2026-01-31 external', seen from a domain. */
export type Figures = Record<string, number>;

const isAt = (domain: string) => (address: string) =>
  address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`);

interface CountedWindow {
  shiftDays: number;
  since: string;
  now: Date;
}

/** The day of a mail after the shift; undefined for one outside the window. */
export function countedAt(
  { date }: CountedMail,
  { shiftDays, since, now }: CountedWindow,
): string | undefined {
  const moved = new Date(date.getTime() + shiftDays * 86_400_000);
  const day = newYorkDay(moved);
  return moved > now || day < since ? undefined : day;
}

/**
 * What an account of `domain` has to show, one mail counted once however many people have it, and
 * which mails that were, every copy of them.
 */
export function countFigures(
  mails: readonly CountedMail[],
  domain: string,
  window: CountedWindow,
): { figures: Figures; counted: CountedMail[] } {
  const figures: Figures = {};
  const counted: CountedMail[] = [];
  const seen = new Set<string>();
  for (const mail of mails) {
    const day = countedAt(mail, window);
    if (day === undefined || !mail.everybody.some(isAt(domain))) continue;
    counted.push(mail);
    const sent = mail.date.toISOString().slice(0, 10);
    const identity = [mail.messageId, mail.from.join(), sent, mail.body].join('\n');
    if (seen.has(identity)) continue;
    seen.add(identity);
    const key = `${day} ${mail.from.some(isAt(domain)) ? 'external' : 'internal'}`;
    figures[key] = (figures[key] ?? 0) + 1;
  }
  return { figures, counted };
}
