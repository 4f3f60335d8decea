import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('reads names and subjects without what changes their direction', () => {
  const sent = {
    title: 'photo_\u202egnp.exe',
    participants: [{ name: '\u2067Ann\u2069 \u200eLee\u200f', email: 'ann@example.com' }],
    metadata: { attachments: ['\u061cplan.pdf'] },
  };
  expect(parseJson(JSON.stringify(sent))).toEqual({
    title: 'photo_gnp.exe',
    participants: [{ name: 'Ann Lee', email: 'ann@example.com' }],
    metadata: { attachments: ['plan.pdf'] },
  });
});

test('reads them alike when they are escaped', () =>
  expect(parseJson('{"title":"a\\u202eb"}')).toEqual({ title: 'ab' }));

test('reads invisible characters as empty', () =>
  expect(
    parseJson(JSON.stringify(['\u200b\u2060', '\u3164', '\u2800 \u202e', 'a\u200bb'])),
  ).toEqual(['', '', '', 'a\u200bb']));

test('leaves the text of a mail as it came', () => {
  const bodies = { htmlBody: '<p>\u202eabc</p>', plainTextBody: '\u200fשלום\n\u200b' };
  expect(parseJson(JSON.stringify(bodies))).toEqual(bodies);
});
