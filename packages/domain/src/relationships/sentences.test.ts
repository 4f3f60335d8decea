import { expect, test } from 'vitest';
import { touchSentence } from './evidence.ts';
import { evidenceFacts } from './evidence-facts.ts';
import { firstColleague } from './first-colleague.ts';
import { isGoingQuiet, quietSentence } from './going-quiet.ts';

const today = '2026-11-22';

test('the evidence says how often, when last, and from five direct emails on how many were answered', () => {
  const ana = {
    recentDays: 12,
    lastDay: '2026-11-19',
    directMails: 9,
    answeredMails: 7,
  } as const;
  expect(evidenceFacts(ana, today)).toBe(
    '12 days in touch in 6 weeks, last 3 days ago · answered 7 of 9 emails in 26 weeks',
  );
  expect(evidenceFacts({ ...ana, directMails: 4, recentDays: 1, lastDay: today }, today)).toBe(
    '1 day in touch in 6 weeks, last today',
  );
  expect(touchSentence(ana, today)).toBe('12 days in touch in 6 weeks, last 3 days ago');
  expect(touchSentence({ recentDays: 0, lastDay: '2026-09-20' }, today)).toBe(
    'Last in touch 9 weeks ago',
  );
});

test.each([
  ['2026-10-11', 6, true],
  ['2026-10-12', 6, false],
  ['2026-10-11', 5, false],
  ['2026-05-24', 6, true],
  ['2026-05-23', 60, false],
])('last contact on %s with %i days before: going quiet is %s', (lastDay, daysBefore, quiet) => {
  expect(isGoingQuiet({ lastDay, daysBefore }, today)).toBe(quiet);
});

test('going quiet is said as a fact', () => {
  expect(quietSentence({ lastDay: '2026-10-11', daysBefore: 9 }, today)).toBe(
    'No contact for 6 weeks; before, 9 days in 12 weeks',
  );
});

test('the first colleague stays until another is 10 % above', () => {
  const ties = (ana: number, ben: number) => [
    { userId: 'ana', key: ana },
    { userId: 'ben', key: ben },
  ];
  expect(firstColleague(ties(1, 1.05), 'ana')).toBe('ana');
  expect(firstColleague(ties(1, 1.11), 'ana')).toBe('ben');
  expect(firstColleague(ties(1, 1.05), undefined)).toBe('ben');
  expect(firstColleague(ties(1, 1), 'gone')).toBe('ana');
  expect(firstColleague([], 'ana')).toBeUndefined();
});
