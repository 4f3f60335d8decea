import { graphError } from './graph-error.ts';

interface Condition {
  /** Begins with AND, or is empty. */
  sql: string;
  values: (string | number)[];
}

const comparisons: Record<string, string> = { ge: '>=', gt: '>', le: '<=', lt: '<' };

/** Reads a filter by the time of receipt or the Message-ID; others are refused. */
export function readMessageFilter(filter: string | null): Condition {
  const conditions = (filter ?? '')
    .split(' and ')
    .filter((text) => text !== '')
    .map(readOne);
  return {
    sql: conditions.map(({ sql }) => `AND ${sql}`).join(' '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** The earliest time of a delta query; it takes no other filter. Milliseconds. */
export function readDeltaFilter(filter: string | null): number | undefined {
  if (filter === null) return undefined;
  const [, time = ''] = /^receivedDateTime g[et] (\S+)$/.exec(filter) ?? [];
  const since = Date.parse(time);
  if (!Number.isNaN(since)) return since;
  throw graphError(
    400,
    'ErrorInvalidUrlQuery',
    "The '$filter' parameter value is not supported for 'Messages' resource; only a value of 'receivedDateTime ge value' is supported.",
  );
}

function readOne(text: string): Condition {
  const [, comparison = '', time = ''] = /^receivedDateTime (ge|gt|le|lt) (\S+)$/.exec(text) ?? [];
  const at = Date.parse(time);
  // Graph's times have no milliseconds.
  if (!Number.isNaN(at)) {
    return {
      sql: `internal_date / 1000 ${comparisons[comparison]} ?`,
      values: [Math.floor(at / 1_000)],
    };
  }
  const [, id] = /^internetMessageId eq '<(.*)>'$/.exec(text) ?? [];
  if (id !== undefined) return { sql: 'rfc_message_id = ?', values: [id.replaceAll("''", "'")] };
  throw graphError(400, 'ErrorInvalidUrlQuery', `The filter "${text}" is not supported.`);
}
