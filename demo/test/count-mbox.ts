import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';
import { gunzipSync } from 'node:zlib';

// Counts emails straight from mbox files, to compare the product's figures with. Nothing of the
// product is used here on purpose: not its parser, not its dates, not its rules.

export interface CountedMail {
  /** Whose mailbox it is in. */
  owner: string;
  messageId: string;
  subject: string;
  /** The body without white space, which identifies copies of an email. */
  body: string;
  /** The Date header as it is in the file. */
  date: Date;
  /** None where no header names a sender: such an email is in no figure. */
  from: string[];
  everybody: string[];
  /** The addresses in To and Cc. */
  receivers: string[];
  /** The ids that it has in common with the emails of its conversation. */
  references: string[];
  /** Whether no person wrote it, by its headers. */
  isAutomatic: boolean;
}

interface Mailbox {
  address: string;
  file: string;
}

/** An mbox file, plain or gzip, one character for each byte. */
export function readMailboxText(file: string): string {
  const bytes = readFileSync(file);
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('latin1');
}

/** The emails of an mbox file, unchanged, without the lines that separate them. */
export const readMbox = (file: string): string[] =>
  readMailboxText(file)
    .split(/^From .*\r?\n/m)
    .slice(1);

/** The emails of an mboxrd file; those without a usable date are left out. */
export function readMails({ address: owner, file }: Mailbox): CountedMail[] {
  return readMbox(file)
    .map((mail) => mail.replaceAll(/^>(>*From )/gm, '$1'))
    .flatMap((mail) => {
      const [rawHead = ''] = mail.split(/\r?\n\r?\n/, 1);
      const head = rawHead.replaceAll(/\r?\n[ \t]+/g, ' ');
      const body = mail.slice(rawHead.length).replaceAll(/\s+/g, '');
      const date = readDate(header(head, 'date')[0] ?? '');
      if (Number.isNaN(date.getTime())) return [];
      const authors = header(head, 'from').flatMap(addresses);
      const from = authors.length > 0 ? authors : header(head, 'sender').flatMap(addresses);
      // Hidden recipients (Bcc) are in no figure.
      const others = [...header(head, 'to'), ...header(head, 'cc')].flatMap(addresses);
      const [messageId = ''] = /<[^<>\s]+>/.exec(header(head, 'message-id')[0] ?? '') ?? [];
      const subject = (header(head, 'subject')[0] ?? '').trim();
      const everybody = [...from, ...others];
      const facts = { owner, messageId, subject, body, date, from, everybody, receivers: others };
      return [{ ...facts, references: references(head), isAutomatic: isAutomatic(head, mail) }];
    });
}

/** Headers of which the last four name an email before a server gave it another Message-ID. */
const REFERRING = [
  'message-id',
  'references',
  'in-reply-to',
  'x-original-message-id',
  'x-google-original-message-id',
  'x-microsoft-original-message-id',
  'original-message-id',
];

function references(head: string): string[] {
  const ids = REFERRING.flatMap((name) => header(head, name)).flatMap(
    (value) => value.match(/<[^<>\s]+>/g) ?? [],
  );
  // Outlook's name of a conversation: the beginning of the index, with the topic.
  const [index = '', topic] = ['thread-index', 'thread-topic'].map((name) => header(head, name)[0]);
  const begin = Buffer.from(index, 'base64').subarray(0, 22);
  if (begin.length < 22 || topic === undefined) return ids;
  return [...ids, `${begin.toString('hex')} ${topic.trim().toLowerCase()}`];
}

/** What programs and lists send, and answers to invitations. */
function isAutomatic(head: string, mail: string): boolean {
  const has = (name: string, pattern: RegExp) =>
    header(head, name).some((value) => pattern.test(value.trim()));
  return (
    has('auto-submitted', /^(?!no\b)./i) ||
    has('precedence', /^(bulk|list|junk|auto[-_]reply)\b/i) ||
    has('return-path', /^<\s*>/) ||
    has('list-id', /^/) ||
    has('x-autoreply', /^/) ||
    has('x-autorespond', /^/) ||
    has('x-ms-exchange-inbox-rules-loop', /^/) ||
    has('x-ms-exchange-generated-message-source', /^/) ||
    /^content-type:\s*text\/calendar[^]{0,200}?method="?reply/im.test(mail)
  );
}

function header(head: string, name: string): string[] {
  const start = new RegExp(`^${name}[ \\t]*:`, 'i');
  return head
    .split(/\r?\n/)
    .filter((line) => start.test(line))
    .map((line) => line.replace(start, ''));
}

/** A time without a zone is read as UTC. */
export function readDate(header: string): Date {
  const text = header.replaceAll(/\([^)]*\)/g, '').trim();
  return new Date(/:\d\d$/.test(text) ? `${text} +0000` : text);
}

/** The addresses of a header, each domain in lower case and ASCII. */
function addresses(list: string): string[] {
  return withoutComments(list.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''))
    .split(/[,;]/)
    .map((one) => /<([^<>]*)/.exec(one.replaceAll('<<', '<'))?.[1] ?? one)
    .map((one) => one.slice(one.lastIndexOf(':') + 1).replaceAll(/[\s']/g, ''))
    .flatMap((one) => {
      const [, local, domain = ''] = /^([^@]+)@([^@]+?)[.>]*$/.exec(one) ?? [];
      const isAddress = local !== undefined && domain !== '';
      return isAddress ? [`${local}@${asciiDomain(domain)}`.toLowerCase()] : [];
    });
}

/** Comments may be nested. */
function withoutComments(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '');
  return shorter === text ? text : withoutComments(shorter);
}

/** Decodes text that was read as Latin-1 and is UTF-8. */
const asciiDomain = (domain: string): string =>
  domainToASCII(Buffer.from(domain, 'latin1').toString()) || domain;

const newYork = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });

/** YYYY-MM-DD in New York. */
export const newYorkDay = (date: Date): string => newYork.format(date);

/** The calendar day `count` days before another one. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);

/** Emails by `day side`, such as '2026-01-31 external', seen from a domain. */
export type Figures = Record<string, number>;

export const isAt = (domain: string) => (address: string) =>
  address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`);

/** To an email without a Message-ID, Gmail adds one that differs for each recipient. */
export function identityOf({ messageId, subject, from, date, body }: CountedMail): string {
  const isNamed = messageId !== '' && !messageId.includes('SMTPIN_ADDED_');
  const sent = date.toISOString();
  return [...(isNamed ? [messageId, sent.slice(0, 10)] : [subject, sent]), from[0], body].join(
    '\n',
  );
}

export interface CountedWindow {
  shiftDays: number;
  since: string;
  now: Date;
}

/** The day of an email after the shift; undefined for one outside the window. */
export function countedAt(
  { date }: CountedMail,
  { shiftDays, since, now }: CountedWindow,
): string | undefined {
  const moved = new Date(date.getTime() + shiftDays * 86_400_000);
  const day = newYorkDay(moved);
  return moved > now || day < since ? undefined : day;
}

/**
 * Computes what an account of `domain` has to show, one email counted once however many people have
 * it, and which emails that were, every copy of them.
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
    if (day === undefined || mail.from.length === 0 || !mail.everybody.some(isAt(domain))) continue;
    counted.push(mail);
    const identity = identityOf(mail);
    if (seen.has(identity)) continue;
    seen.add(identity);
    const key = `${day} ${mail.from.some(isAt(domain)) ? 'external' : 'internal'}`;
    figures[key] = (figures[key] ?? 0) + 1;
  }
  return { figures, counted };
}
