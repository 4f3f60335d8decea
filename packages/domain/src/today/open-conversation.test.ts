import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type ConversationMail,
  lastWritten,
  openConversation,
  openMoments,
  type Reader,
} from './open-conversation.ts';

/** Thursday, 10:00 in New York. */
const now = new Date('2026-11-26T15:00:00Z');
const moments = openMoments(now, 'America/New_York');
const reader: Reader = {
  own: new Set(['ann@ours.com', 'ann@side.org']),
  members: new Set(['ann@ours.com', 'ann@side.org', 'ben@ours.com']),
  domains: new Set(['ours.com']),
};

const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const mail = (from: string, to: string, days: number, more: Partial<ConversationMail> = {}) => ({
  occurredAt: daysAgo(days),
  from: [from],
  to: to.split(' '),
  isAutomatic: false,
  isFromAccount: from.endsWith('@acme.com'),
  ...more,
});
const stateOf = (...mails: ConversationMail[]) => openConversation(mails, reader, moments);

const question = (days: number, more: Partial<ConversationMail> = {}) =>
  mail('lee@acme.com', 'ann@ours.com', days, more);

describe('waiting for your answer', () => {
  it.each([
    ['an email to you', question(2)],
    ['to another of your addresses', mail('lee@acme.com', 'ann@side.org', 2)],
    ['to you and to a colleague', mail('lee@acme.com', 'ben@ours.com ann@ours.com', 2)],
    ['from someone outside the account', mail('kim@partner.com', 'ann@ours.com', 2)],
    ['exactly one working day ago', question(1)],
    ['just younger than 21 days', question(20.99)],
  ])('%s', (_name, last) => {
    expect(stateOf(last)).toBe('waiting');
  });

  it.each([
    ['younger than a working day', question(0.99)],
    ['21 days old', question(21)],
    ['to a colleague only', mail('lee@acme.com', 'ben@ours.com', 2)],
    ['automatic, a calendar answer or through a list', question(2, { isAutomatic: true })],
    ['from an address that no person writes from', mail('no-reply@acme.com', 'ann@ours.com', 2)],
    ['from a colleague', mail('ben@ours.com', 'ann@ours.com', 2)],
    ['from someone at our domain who is no member', mail('boss@ours.com', 'ann@ours.com', 2)],
    ['without a sender', { ...question(2), from: [] }],
  ])('none that is %s', (_name, last) => {
    expect(stateOf(last)).toBeUndefined();
  });

  it.each([
    ['you', mail('ann@ours.com', 'lee@acme.com', 2)],
    ['another of your mailboxes', mail('ann@side.org', 'lee@acme.com', 2)],
    ['a colleague', mail('ben@ours.com', 'lee@acme.com', 2)],
  ])('is over when %s answered', (_name, answer) => {
    expect(stateOf(question(3), answer)).toBeUndefined();
  });

  it('does not end with an automatic answer', () => {
    expect(
      stateOf(question(3), mail('ann@ours.com', 'lee@acme.com', 2, { isAutomatic: true })),
    ).toBe('waiting');
  });

  it('counts people at a domain of ours that is tracked as an account', () => {
    expect(stateOf(mail('boss@ours.com', 'ann@ours.com', 2, { isFromAccount: true }))).toBe(
      'waiting',
    );
  });
});

describe('no answer yet', () => {
  const sent = (days: number, to = 'lee@acme.com') => mail('ann@ours.com', to, days);

  it('begins after five working days and ends after 21 days', () => {
    expect(stateOf(sent(7))).toBe('unanswered');
    expect(stateOf(sent(20.99))).toBe('unanswered');
    expect(stateOf(sent(6.99))).toBeUndefined();
    expect(stateOf(sent(21))).toBeUndefined();
  });

  it('is about your own emails to someone outside', () => {
    expect(stateOf(mail('ann@side.org', 'lee@acme.com', 8))).toBe('unanswered');
    expect(stateOf(mail('ben@ours.com', 'lee@acme.com', 8))).toBeUndefined();
    expect(stateOf(sent(8, 'ben@ours.com'))).toBeUndefined();
    expect(stateOf(sent(8, 'no-reply@acme.com'))).toBeUndefined();
  });

  it('ends with an answer by anyone, and not with an automatic one', () => {
    expect(stateOf(sent(9), mail('kim@acme.com', 'ben@ours.com', 8))).toBeUndefined();
    expect(stateOf(sent(9), question(8, { isAutomatic: true }))).toBe('unanswered');
  });
});

const mails = fc.array(
  fc.record({
    occurredAt: fc.integer({ min: 0, max: 30 }).map(daysAgo),
    from: fc.constantFrom('ann@ours.com', 'ann@side.org', 'ben@ours.com', 'lee@acme.com').map(one),
    to: fc.subarray(['ann@ours.com', 'ben@ours.com', 'lee@acme.com', 'kim@acme.com']),
    isAutomatic: fc.boolean(),
    isFromAccount: fc.boolean(),
  }),
);
function one<Value>(value: Value): Value[] {
  return [value];
}

test('automatic mail changes nothing, and only the last email counts', () => {
  fc.assert(
    fc.property(mails, (all) => {
      const state = stateOf(...all);
      expect(stateOf(...all.filter(({ isAutomatic }) => !isAutomatic))).toBe(state);
      const last = lastWritten(all);
      expect(last === undefined ? undefined : stateOf(last)).toBe(state);
    }),
  );
});

test('an answer from us ends the waiting, and one from them that there is none', () => {
  fc.assert(
    fc.property(
      mails,
      fc.constantFrom('ann@ours.com', 'ann@side.org', 'ben@ours.com'),
      (all, sender) => {
        expect(stateOf(...all, mail(sender, 'lee@acme.com', 0))).toBeUndefined();
        expect(stateOf(...all, mail('lee@acme.com', 'ben@ours.com', 0))).toBeUndefined();
      },
    ),
  );
});

test('what waits goes on waiting until it is 21 days old', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 21 * 24 }),
      fc.integer({ min: 0, max: 48 }),
      (at, more) => {
        const sentAt = question(at / 24);
        const later = openMoments(new Date(now.getTime() + more * 3_600_000), 'America/New_York');
        if (stateOf(sentAt) === 'waiting' && sentAt.occurredAt > later.earliest) {
          expect(openConversation([sentAt], reader, later)).toBe('waiting');
        }
      },
    ),
  );
});
