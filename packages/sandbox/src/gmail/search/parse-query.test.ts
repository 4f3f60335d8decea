import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Query } from './parse-query.ts';
import { parseQuery } from './parse-query.ts';

/** The query in prefix form, for reading: (all a (not b)). */
function write(query: Query): string {
  switch (query.kind) {
    case 'all':
    case 'any':
      return `(${[query.kind, ...query.of.map(write)].join(' ')})`;
    case 'not':
      return `(not ${write(query.of)})`;
    case 'text':
      return query.text;
    case 'operator':
      return `${query.name}:${query.value}`;
  }
}

describe('reading a search', () => {
  it.each([
    ['', '(all)'],
    ['one two', '(all one two)'],
    ['"one two" three', '(all one two three)'],
    ['from:a@b.com to:c', '(all from:a@b.com to:c)'],
    ['from:a OR to:b', '(all (any from:a to:b))'],
    ['a b OR c d', '(all a (any b c) d)'],
    ['a OR b OR c', '(all (any a b c))'],
    ['a | b', '(all (any a b))'],
    ['a AND b', '(all a b)'],
    ['{from:a from:b} after:2020/01/02', '(all (any from:a from:b) after:2020/01/02)'],
    ['(a b) OR (c d)', '(all (any (all a b) (all c d)))'],
    ['-from:a -{b c}', '(all (not from:a) (not (any b c)))'],
    ['from:(a OR b)', '(all (all (any from:a from:b)))'],
    ['to:{a "b c"}', '(all (any to:a to:b c))'],
    ['subject:"two words"', '(all subject:two words)'],
    ['SUBJECT:x', '(all subject:x)'],
    ['rfc822msgid:<a@b>', '(all rfc822msgid:<a@b>)'],
    ['newer_than:14d in:sent', '(all newer_than:14d in:sent)'],
    ['http://x.org', '(all http://x.org)'],
    ['OR a', '(all a)'],
    ['a OR', '(all a)'],
    ['a) b', '(all a b)'],
    ['(a', '(all (all a))'],
    ['{a) b}', '(all (any a b))'],
    ['- -- from: ""', '(all)'],
    ['ORDER ANDY', '(all ORDER ANDY)'],
  ])('%s', (text, expected) => {
    expect(write(parseQuery(text))).toBe(expected);
  });

  it('never throws', () => {
    const piece = fc.oneof(
      fc.constantFrom('(', ')', '{', '}', '"', '-', ':', ' ', 'OR', 'from:', 'after:', 'in:', '\0'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(parseQuery(pieces.join('')).kind).toBe('all');
      }),
    );
  });

  it('reads brackets nested beyond all reason', () => {
    expect(parseQuery('('.repeat(100_000)).kind).toBe('all');
  });
});
