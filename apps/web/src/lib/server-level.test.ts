import { expect, test } from 'vitest';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { isFullServer, isOffered } from './server-level.ts';

test('a full server offers everything', () => {
  serveAtLevel('full');
  expect(isFullServer()).toBe(true);
  expect([isOffered(), isOffered('specification'), isOffered('full')]).toEqual([true, true, true]);
});

test('a server of the specification offers nothing beyond it', () => {
  serveAtLevel('specification');
  expect(isFullServer()).toBe(false);
  expect([isOffered(), isOffered('specification'), isOffered('full')]).toEqual([true, true, false]);
});

test.each(['', 'fuller', 'FULL'])(
  'a page whose level is "%s" is of the specification',
  (content) => {
    document.head.innerHTML = `<meta name="server-level" content="${content}" />`;
    expect(isFullServer()).toBe(false);
  },
);

test('a page without the meta tag is of the specification', () => {
  document.head.innerHTML = '';
  expect(isFullServer()).toBe(false);
});
