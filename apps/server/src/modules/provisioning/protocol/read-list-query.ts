import { limits } from '@repo/contract/limits';
import { type Condition, localName, readFilter } from './read-filter.ts';
import { badRequest } from './scim-error.ts';

/** The requested part of a list. */
export interface ListQuery {
  conditions: Condition[];
  /** Counted from 1. */
  startIndex: number;
  count: number;
}

/** No organization has more users. */
const MAX_START = 1_000_000;
const DEFAULT_COUNT = 100;

/** @throws ScimError `invalidFilter` or `invalidValue` */
export function readListQuery(query: Record<string, unknown>): ListQuery {
  const { filter, startIndex, count } = query;
  return {
    conditions: filter === undefined ? [] : readFilter(text(filter)),
    // Too small and too large numbers are no errors (RFC 7644, section 3.4.2.4).
    startIndex: Math.min(Math.max(number(startIndex, 1), 1), MAX_START),
    count: Math.min(Math.max(number(count, DEFAULT_COUNT), 0), limits.provisioningPageSize),
  };
}

function number(given: unknown, absent: number): number {
  if (given === undefined || given === '') return absent;
  if (typeof given === 'string' && /^-?\d{1,100}$/.test(given)) return Number(given);
  throw badRequest('invalidValue', 'startIndex and count are whole numbers.');
}

const text = (given: unknown): string => {
  if (typeof given === 'string') return given;
  throw badRequest('invalidFilter', 'There is at most one filter.');
};

/** The body of a list. */
export const listBody = (
  { startIndex }: Pick<ListQuery, 'startIndex'>,
  total: number,
  resources: readonly object[],
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** Leaves attributes out that were not asked for (`attributes`, `excludedAttributes`). */
export function choose(resource: Record<string, unknown>, query: Record<string, unknown>): object {
  const wanted = names(query['attributes']);
  const unwanted = names(query['excludedAttributes']);
  if (wanted.size === 0 && unwanted.size === 0) return resource;
  const isKept = (name: string) =>
    name === 'schemas' ||
    name === 'id' ||
    (wanted.size > 0 ? wanted.has(name.toLowerCase()) : !unwanted.has(name.toLowerCase()));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)));
}

/** The first parts of the names: `name.givenName` asks for the name. */
export const names = (given: unknown): Set<string> =>
  new Set(
    (typeof given === 'string' ? given.slice(0, 1_000) : '')
      .split(',')
      .map((name) => (localName(name).split(/[.[]/)[0] ?? '').trim())
      .filter((name) => name !== ''),
  );
