import { cleanText } from './clean-text.ts';

/** Items of one list, and characters of an answer, that an assistant gets. */
const MAX_ITEMS = 50;
export const MAX_ANSWER_LENGTH = 30_000;

/** The longest text of an email, a meeting or a call, and of any other field. */
const MAX_TEXT = 6_000;
const MAX_FIELD = 500;

/** Fields that outside people write. */
const outsideTexts = new Set([
  'title',
  'summary',
  'location',
  'plainTextBody',
  'htmlBody',
  'text',
  'attachments',
  'actionItems',
  'excerpt',
  'snippet',
]);

/** Fields with addresses of pages and images, and what only a screen needs. */
const left = new Set([
  'faviconUrl',
  'original',
  'transcriptUrl',
  'marks',
  'timelineSummary',
  'getStarted',
]);

/**
 * Shapes the data of a response for an assistant: texts of outside people are cleaned and in fields whose names begin
 * with `untrusted_`, lists and texts have a greatest length, and nothing has a link.
 */
export function shapeAnswer(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    return cleanText(value, outsideTexts.has(name) ? MAX_TEXT : MAX_FIELD);
  }
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => shapeAnswer(item, name));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      if (left.has(key) || (key === 'htmlBody' && hasText(fields))) return [];
      return [[outsideTexts.has(key) ? `untrusted_${key}` : key, shapeAnswer(field, key)]];
    }),
  );
}

const hasText = ({ plainTextBody }: Record<string, unknown>): boolean =>
  typeof plainTextBody === 'string' && plainTextBody.trim() !== '';

/** Shortens lists, the longest first, until the whole is at most so long as JSON; then texts. */
export function fitAnswer<Value extends object>(
  value: Value,
  maxLength = MAX_ANSWER_LENGTH,
): Value & { isShortened?: true } {
  let text = JSON.stringify(value);
  if (text.length <= maxLength) return value;
  const fitted = { ...(JSON.parse(text) as Value), isShortened: true as const };
  while (text.length > maxLength) {
    const largest = partsOf(fitted).toSorted((one, other) => other.size - one.size)[0];
    if (largest === undefined) break;
    largest.shorten();
    text = JSON.stringify(fitted);
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
