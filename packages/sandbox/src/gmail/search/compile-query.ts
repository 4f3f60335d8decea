import type { Owner } from '../../owners/owner-store.ts';
import type { Operator, Query } from './parse-query.ts';
import { readSearchAge, readSearchDate } from './search-date.ts';

/** A condition on the table `messages`. */
export interface Condition {
  sql: string;
  values: (string | number)[];
}

export interface SearchContext {
  owner: Owner;
  now: number;
}

/**
 * The columns of the search index that each operator looks through; `to:` finds copies too, as in
 * Gmail.
 */
const columns: Partial<Record<Operator, string>> = {
  from: '{sender}',
  to: '{recipient copied blind_copied}',
  cc: '{copied}',
  bcc: '{blind_copied}',
  subject: '{subject}',
};

const labelNames: Record<string, string> = {
  chats: 'CHAT',
  drafts: 'DRAFT',
  important: 'IMPORTANT',
  starred: 'STARRED',
};

/** Undefined: the query restricts nothing. */
export function compileQuery(query: Query, context: SearchContext): Condition | undefined {
  switch (query.kind) {
    case 'all':
      return join('AND', compileEach(query.of, context));
    case 'any':
      return compileAny(query.of, context);
    case 'not': {
      const inner = compileQuery(query.of, context);
      return inner === undefined ? undefined : { sql: `NOT (${inner.sql})`, values: inner.values };
    }
    case 'text':
      return searchIndex(phrase(undefined, query.text));
    case 'operator':
      return compileOperator(query.name, query.value, context);
  }
}

/**
 * The labels among SPAM and TRASH that the query itself speaks of, and so are not hidden from it.
 */
export function mentionedLabels(query: Query): string[] {
  switch (query.kind) {
    case 'all':
    case 'any':
      return query.of.flatMap(mentionedLabels);
    case 'not':
      return mentionedLabels(query.of);
    case 'text':
      return [];
    case 'operator': {
      if (!['in', 'is', 'label'].includes(query.name)) {
        return [];
      }
      const label = query.value.toUpperCase();
      return query.name === 'in' && label === 'ANYWHERE' ? ['SPAM', 'TRASH'] : [label];
    }
  }
}

function compileEach(queries: readonly Query[], context: SearchContext): Condition[] {
  return queries.flatMap((query) => compileQuery(query, context) ?? []);
}

/** Alternatives that only look for words become one look-up: `from:a OR to:a OR …` may be long. */
function compileAny(queries: readonly Query[], context: SearchContext): Condition | undefined {
  const phrases = queries.map((query) => wordsOf(query, context));
  const words = phrases.filter((expression) => expression !== undefined);
  const others = queries.filter((_, index) => phrases[index] === undefined);
  const fromWords = words.length === 0 ? undefined : searchIndex(words.join(' OR '));
  return join('OR', [
    ...(fromWords === undefined ? [] : [fromWords]),
    ...compileEach(others, context),
  ]);
}

function compileOperator(
  name: Operator,
  value: string,
  context: SearchContext,
): Condition | undefined {
  switch (name) {
    case 'after':
    case 'newer':
      return bound('>=', readSearchDate(value));
    case 'before':
    case 'older':
      return bound('<', readSearchDate(value));
    case 'newer_than':
      return bound('>=', readSearchAge(value, context.now));
    case 'older_than':
      return bound('<', readSearchAge(value, context.now));
    case 'rfc822msgid':
      return { sql: 'messages.rfc_message_id = ?', values: [value.replaceAll(/[<>]/g, '')] };
    case 'in':
    case 'is':
    case 'label':
      return compileLabel(name, value.toLowerCase());
    default:
      return searchIndex(wordsOf({ kind: 'operator', name, value }, context));
  }
}

function compileLabel(name: 'in' | 'is' | 'label', value: string): Condition | undefined {
  if (name === 'in' && value === 'anywhere') {
    return undefined;
  }
  const has = 'messages.row_id IN (SELECT row_id FROM message_labels WHERE label = ?)';
  if (name === 'is' && value === 'read') {
    return { sql: `NOT ${has}`, values: ['UNREAD'] };
  }
  return { sql: has, values: [labelNames[value] ?? value] };
}

/** The look-up of a query that only looks for words; undefined for any other. */
function wordsOf(query: Query, { owner }: SearchContext): string | undefined {
  if (query.kind === 'text') {
    return phrase(undefined, query.text);
  }
  const column = query.kind === 'operator' ? columns[query.name] : undefined;
  if (query.kind !== 'operator' || column === undefined) {
    return undefined;
  }
  const isMe = query.value.toLowerCase() === 'me' && query.name !== 'subject';
  const texts = isMe ? [owner.address, ...owner.aliases] : [query.value];
  const expressions = texts.flatMap((text) => phrase(column, text) ?? []);
  return expressions.length === 0
    ? undefined
    : expressions.map((expression) => `(${expression})`).join(' OR ');
}

/** Words that must follow each other; undefined when the text has none. */
function phrase(column: string | undefined, text: string): string | undefined {
  if (!/[\p{L}\p{N}_]/u.test(text)) {
    return undefined;
  }
  const quoted = `"${text.replaceAll('\0', ' ').replaceAll('"', ' ')}"`;
  return column === undefined ? quoted : `${column} : ${quoted}`;
}

function searchIndex(expression: string | undefined): Condition | undefined {
  return expression === undefined
    ? undefined
    : {
        sql: 'messages.row_id IN (SELECT rowid FROM search_index WHERE search_index MATCH ?)',
        values: [expression],
      };
}

function bound(comparison: '>=' | '<', instant: number | undefined): Condition | undefined {
  return instant === undefined
    ? undefined
    : { sql: `messages.internal_date ${comparison} ?`, values: [instant] };
}

/** Joins in halves, so that a long list does not nest deeper than SQLite allows. */
function join(word: 'AND' | 'OR', conditions: readonly Condition[]): Condition | undefined {
  if (conditions.length <= 1) {
    return conditions[0];
  }
  const middle = Math.ceil(conditions.length / 2);
  const left = join(word, conditions.slice(0, middle));
  const right = join(word, conditions.slice(middle));
  return left === undefined || right === undefined
    ? (left ?? right)
    : { sql: `(${left.sql}) ${word} (${right.sql})`, values: [...left.values, ...right.values] };
}
