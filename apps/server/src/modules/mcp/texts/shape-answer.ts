import { startTurns } from '#platform/turns.ts';
import { cleanText, READ_FACTOR } from './clean-text.ts';

/** Items of one list, and characters of an answer, that an assistant gets. */
const MAX_ITEMS = 50;
export const MAX_ANSWER_LENGTH = 30_000;

/** Characters that are read for one answer, with markup. */
const MAX_READ = 300_000;

/** The longest text of an email, a meeting or a call, and of any other field. */
const MAX_TEXT = 6_000;
const MAX_FIELD = 500;

/** Fields that outside people write. */
const outsideTexts = new Set([
  'title',
  'summary',
  'location',
  'plainTextBody',
  'text',
  'attachments',
  'actionItems',
  'excerpt',
  'snippet',
]);

/** Fields that outside people write where they are in one of these objects. */
const outsideFields: Readonly<Record<string, readonly string[]>> = {
  participants: ['name', 'email'],
  attendees: ['name', 'email'],
  person: ['name', 'email'],
  people: ['name', 'addresses'],
  contact: ['name', 'addresses'],
  metadata: ['status', 'unknownTimeZone', 'durationFormatted'],
};

const isOutside = (key: string, parent: string): boolean =>
  outsideTexts.has(key) || outsideFields[parent]?.includes(key) === true;

/** Fields with addresses of pages and images, and what only a screen needs. */
const left = new Set([
  'faviconUrl',
  'original',
  'transcriptUrl',
  'marks',
  'timelineSummary',
  'getStarted',
]);

/** The characters of one answer that may still be read, and the turn of the event loop. */
interface Reading {
  unread: number;
  endTurn: ReturnType<typeof startTurns>;
}

/**
 * Shapes the data of a response for an assistant: texts, names and addresses of outside people are cleaned and in
 * fields whose names begin with `untrusted_`, lists and texts have a greatest length, and nothing has a link. Gives
 * way to other requests between two texts.
 */
export async function shapeAnswer(
  value: unknown,
  name = '',
  reading: Reading = { unread: MAX_READ, endTurn: startTurns() },
): Promise<unknown> {
  if (typeof value === 'string') {
    const turn = reading.endTurn();
    if (turn) await turn;
    const maxLength = outsideTexts.has(name) ? MAX_TEXT : MAX_FIELD;
    reading.unread -= Math.min(value.length, maxLength * READ_FACTOR);
    return reading.unread < 0 ? '…' : cleanText(value, maxLength);
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value.slice(0, MAX_ITEMS)) {
      items.push(await shapeAnswer(item, name, reading));
    }
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields: [string, unknown][] = [];
  for (const [key, field] of Object.entries(withPlainBody({ ...value }))) {
    if (left.has(key)) continue;
    const shown = isOutside(key, name) ? `untrusted_${key}` : key;
    fields.push([shown, await shapeAnswer(field, key, reading)]);
  }
  return Object.fromEntries(fields);
}

/** With one body, which is read as plain text also where it came as HTML. */
function withPlainBody(fields: Record<string, unknown>): Record<string, unknown> {
  const { htmlBody, ...others } = fields;
  if (typeof htmlBody !== 'string') return others;
  const { plainTextBody } = others;
  const hasText = typeof plainTextBody === 'string' && plainTextBody.trim() !== '';
  return { ...others, plainTextBody: hasText ? plainTextBody : htmlBody };
}

/**
 * Shortens lists, the longest first, until the whole is at most so long as JSON; then texts. Gives way to other
 * requests between two of them.
 */
export async function fitAnswer<Value extends object>(
  value: Value,
  maxLength = MAX_ANSWER_LENGTH,
): Promise<Value & { isShortened?: true }> {
  const endTurn = startTurns();
  let text = JSON.stringify(value);
  if (text.length <= maxLength) return value;
  const fitted = { ...(JSON.parse(text) as Value), isShortened: true as const };
  while (text.length > maxLength) {
    const largest = partsOf(fitted).toSorted((one, other) => other.size - one.size)[0];
    if (largest === undefined) break;
    largest.shorten();
    text = JSON.stringify(fitted);
    const turn = endTurn();
    if (turn) await turn;
  }
  return fitted;
}

interface Part {
  size: number;
  shorten: () => void;
}

/** The lists in a value that can be shortened; where there are none, the texts. */
function partsOf(value: unknown): Part[] {
  const lists: Part[] = [];
  const texts: Part[] = [];
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    if (Array.isArray(one) && one.length > 1) {
      const size = JSON.stringify(one).length;
      lists.push({ size, shorten: () => void (one.length = Math.ceil(one.length / 2)) });
    }
    const fields = one as Record<string, unknown>;
    for (const [key, field] of Object.entries(fields)) {
      if (typeof field === 'string' && field.length > 100) {
        const shorten = () => {
          fields[key] = `${field.slice(0, field.length / 2).toWellFormed()}…`;
        };
        texts.push({ size: field.length, shorten });
      } else visit(field);
    }
  };
  visit(value);
  return lists.length > 0 ? lists : texts;
}
