import { describe, expect, it } from 'vitest';
import { MAX_SEARCH_LENGTH } from './gmail-limits.ts';
import { gmailSearches, readPageToken, writePageToken } from './gmail-search.ts';

const since = new Date('2026-03-02T05:00:00.500Z');

describe('the searches for a window', () => {
  it('ask for everything since, or for what is from or to the domains', () => {
    expect(gmailSearches({ since, domains: undefined })).toEqual([
      'after:1772427600 -in:drafts -in:chats',
    ]);
    expect(gmailSearches({ since, domains: ['b.com', 'a.com'] })).toEqual([
      'after:1772427600 -in:drafts -in:chats {from:a.com to:a.com cc:a.com bcc:a.com from:b.com to:b.com cc:b.com bcc:b.com}',
    ]);
    expect(gmailSearches({ since, domains: [] })).toEqual([]);
    const until = new Date('2026-03-03T05:00:00Z');
    expect(gmailSearches({ since, until, domains: undefined })).toEqual([
      'after:1772427600 before:1772514000 -in:drafts -in:chats',
    ]);
  });

  it('are several where there are many domains, each short enough, with every domain once', () => {
    const domains = Array.from(
      { length: 500 },
      (_, index) => `${'x'.repeat(index % 50)}${index}.com`,
    );
    const searches = gmailSearches({ since, domains });
    expect(Math.max(...searches.map(({ length }) => length))).toBeLessThanOrEqual(
      MAX_SEARCH_LENGTH,
    );
    const found = searches.flatMap((search) =>
      [...search.matchAll(/from:(\S+)/g)].map(([, domain]) => domain),
    );
    expect(found.sort()).toEqual(domains.toSorted());
  });
});

describe('a page token', () => {
  it('names a search and a position in it', () => {
    for (const position of [
      { search: 0, token: 'abc:def' },
      { search: 12, token: undefined },
    ]) {
      expect(readPageToken(writePageToken(position))).toEqual(position);
    }
    expect(readPageToken(undefined)).toEqual({ search: 0, token: undefined });
  });
});
