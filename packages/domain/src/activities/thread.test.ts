import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupThreads } from './thread.ts';

const ids = (threads: { id: string }[][]) => threads.map((mails) => mails.map(({ id }) => id));

describe('groupThreads', () => {
  it('joins emails over references, also to a mail that is not there', () => {
    const mails = [
      { id: 'first', refs: ['a'] },
      { id: 'alone', refs: ['z'] },
      { id: 'reply', refs: ['b', 'a'] },
      { id: 'reply to the reply', refs: ['c', 'b'] },
      { id: 'one of two strangers', refs: ['s', 'gone'] },
      { id: 'the other', refs: ['t', 'gone'] },
    ];
    expect(ids(groupThreads(mails))).toEqual([
      ['first', 'reply', 'reply to the reply'],
      ['alone'],
      ['one of two strangers', 'the other'],
    ]);
  });

  it('leaves a mail without references in a thread of its own', () => {
    expect(
      ids(
        groupThreads([
          { id: 'x', refs: [] },
          { id: 'y', refs: [] },
        ]),
      ),
    ).toEqual([['x'], ['y']]);
  });

  it('gives the same threads in whatever order the emails come', () => {
    const mail = fc.record({
      id: fc.uuid(),
      refs: fc.array(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 3 }),
    });
    const sets = (mails: { id: string; refs: string[] }[]) =>
      ids(groupThreads(mails))
        .map((thread) => thread.toSorted().join())
        .toSorted();
    fc.assert(
      fc.property(fc.uniqueArray(mail, { selector: ({ id }) => id, maxLength: 20 }), (mails) => {
        expect(sets(mails.toReversed())).toEqual(sets(mails));
      }),
    );
  });
});
