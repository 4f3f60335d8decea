import { badRequest } from './scim-error.ts';

/** A condition of a filter: an attribute has exactly this value. */
export interface Condition {
  /** In lower case, without the name of the schema. */
  attribute: string;
  value: string;
}

const MAX_LENGTH = 1_000;
const MAX_CONDITIONS = 5;
/** `userName eq "ann"`, also `emails[type eq "work"].value eq "a@b"`. Each part excludes the next, so it is linear. */
const CONDITION =
  /\s*([a-z][\w:.$-]*(?:\[[^[\]"]{0,40}"[^"[\]]{0,40}"\s*\])?(?:\.[a-z]+)?)\s+eq\s+("(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*"|true|false)\s*/iuy;
const AND = /and\b/iy;
const EXPLANATION = `A filter compares by "eq", as in: userName eq "ann@company.com". Up to ${MAX_CONDITIONS} comparisons can be joined by "and".`;

/**
 * Reads a filter of the only form that providers send: comparisons by `eq`, joined by `and`.
 *
 * @throws ScimError `invalidFilter`
 */
export function readFilter(filter: string): Condition[] {
  if (filter.length > MAX_LENGTH) refuse(`A filter has at most ${MAX_LENGTH} characters.`);
  const conditions: Condition[] = [];
  for (let at = 0; ;) {
    CONDITION.lastIndex = at;
    const [whole, attribute = '', literal = ''] = CONDITION.exec(filter) ?? [];
    if (whole === undefined || conditions.length === MAX_CONDITIONS) refuse(EXPLANATION);
    conditions.push({ attribute: localName(attribute), value: valueOf(literal) });
    at += whole.length;
    if (at === filter.length) return conditions;
    AND.lastIndex = at;
    if (!AND.test(filter)) refuse(EXPLANATION);
    at = AND.lastIndex;
  }
}

function valueOf(literal: string): string {
  if (!literal.startsWith('"')) return literal.toLowerCase();
  let value = '';
  try {
    value = String(JSON.parse(literal));
  } catch {
    refuse(EXPLANATION);
  }
  // PostgreSQL stores no NUL.
  if (/\p{Cc}/u.test(value)) refuse('A value of a filter is one line of text.');
  // Stored without the spaces around it.
  return value.trim();
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** The name of an attribute without that of its schema, in lower case: names ignore case. */
export const localName = (path: string): string => path.trim().toLowerCase().replace(CORE, '');

function refuse(message: string): never {
  throw badRequest('invalidFilter', message);
}
