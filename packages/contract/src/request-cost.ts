import { limits } from './limits.ts';

/** The parameters of a request's query as they were sent, not checked. */
export type SentQuery = Readonly<Record<string, unknown>>;

/** The parameters of its path. */
export type SentParams = Readonly<Record<string, unknown>>;

/**
 * Whether a request can be expensive: always, or by its query and path. An expensive one reads or returns more
 * than about a thousand rows, or megabytes. Each user can run fewer of these at the same time
 * (`limits.concurrentHeavyRequests`).
 */
export type RequestCost = 'high' | ((query: SentQuery, params: SentParams) => boolean);

/** Rows in the answer, and rows that are skipped before it, up to which a page is cheap. */
const CHEAP_ROWS = 200;
const CHEAP_START = 1_000;

interface List {
  /** Whether a request without `limit` returns the whole list; otherwise it returns a page as others do. */
  isWholeByDefault?: boolean;
  /** Parameters that have no index: what does not match is read as well. */
  filters?: readonly string[];
}

/** The cost of a list with an index for its order. */
export const costOfList =
  ({ isWholeByDefault = false, filters = [] }: List): RequestCost =>
  (query) =>
    isLong(query, isWholeByDefault) ||
    isDeep(query) ||
    filters.some((name) => (query[name] ?? '') !== '');

/** A limit that is not a number is as large as any. */
const isLong = ({ limit }: SentQuery, isWholeByDefault: boolean): boolean =>
  limit === undefined ? isWholeByDefault : !(Number(limit) <= CHEAP_ROWS);

/** A page far from the beginning is reached by reading the rows before it. */
const isDeep = ({ offset = 0, page = 1, limit = limits.adminPageSize }: SentQuery): boolean =>
  !(Number(offset) <= CHEAP_START) || !((Number(page) - 1) * Number(limit) <= CHEAP_START);

export const isExpensive = (
  cost: RequestCost | undefined,
  query: SentQuery,
  params: SentParams = {},
): boolean => (typeof cost === 'function' ? cost(query, params) : cost === 'high');
