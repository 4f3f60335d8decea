import { describe, expect, it } from 'vitest';
import { commonSide, groupConversations } from './conversation.ts';

describe('groupConversations', () => {
  it('puts the emails of a thread together at the first of them', () => {
    const items = [
      { id: 'reply', threadId: 'question' },
      { id: 'meeting', threadId: null },
      { id: 'alone', threadId: 'alone' },
      { id: 'other meeting', threadId: null },
      { id: 'question', threadId: 'question' },
    ];
    expect(groupConversations(items).map((group) => group.map(({ id }) => id))).toEqual([
      ['reply', 'question'],
      ['meeting'],
      ['alone'],
      ['other meeting'],
    ]);
  });
});

describe('commonSide', () => {
  it.each([
    [['internal'], 'internal'],
    [['external', 'external'], 'external'],
    [['external', 'internal'], 'both'],
    [['both', 'both'], 'both'],
    [[], 'both'],
  ] as const)('of %j is %s', (sides, common) => {
    expect(commonSide(sides)).toBe(common);
  });
});
