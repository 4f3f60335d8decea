import { expect, test } from 'vitest';
import { shownToAll } from './participants-only.ts';
import { shareLevels } from './share-level.ts';

test('a workspace that leaves texts to those who took part shows everyone the subject at most', () => {
  expect(shareLevels.map((level) => shownToAll(level, true))).toEqual([
    { level: 'activity', isForParticipants: false },
    { level: 'subject', isForParticipants: false },
    { level: 'subject', isForParticipants: true },
  ]);
});

test('any other workspace shows what the share shows', () => {
  for (const level of shareLevels) {
    expect(shownToAll(level, false)).toEqual({ level, isForParticipants: false });
  }
});
