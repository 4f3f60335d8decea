import { expect, test } from 'vitest';
import { isAutomaticMail } from './automatic-mail.ts';

const judge = (headers: Record<string, string>, types: string[] = []) =>
  isAutomaticMail((name) => (headers[name] === undefined ? [] : [headers[name]]), types);

test.each([
  ['an out-of-office reply', { 'auto-submitted': 'auto-replied; owner-email="a@b.example"' }],
  ['a notification', { 'auto-submitted': 'auto-generated' }],
  ['a newsletter', { precedence: 'Bulk' }],
  ['an answer of a program', { precedence: 'auto_reply' }],
  ['a mail of a list', { 'list-id': 'Talk <talk.lists.example>' }],
  ['a reply of a ticket system', { 'x-autoreply': 'yes' }],
  ['a bounce', { 'return-path': ' <>' }],
  ['a mail of a rule', { 'x-ms-exchange-inbox-rules-loop': 'ann@acme.com' }],
])('%s is automatic', (_, headers) => {
  expect(judge(headers)).toBe(true);
});

test('an answer to an invitation is automatic, and the invitation is not', () => {
  expect(judge({}, ['text/calendar; charset=utf-8; METHOD=REPLY'])).toBe(true);
  expect(judge({}, ['multipart/mixed', 'text/calendar; name="a.ics"; method="reply"'])).toBe(true);
  expect(judge({}, ['text/calendar; method=REQUEST'])).toBe(false);
  expect(judge({}, ['text/plain; note="text/calendar; method=reply"'])).toBe(false);
});

test.each([
  ['nothing', {}],
  ['a person who says so', { 'auto-submitted': 'no' }],
  ['a person who says so with a comment', { 'auto-submitted': 'No ; by hand' }],
  ['an urgent mail', { precedence: 'first-class' }],
  ['a return path', { 'return-path': '<ann@acme.com>' }],
  ['a word that only begins so', { precedence: 'listing' }],
])('a mail with %s is of a person', (_, headers) => {
  expect(judge(headers)).toBe(false);
});
