import { expect, it, onTestFinished, vi } from 'vitest';
import { createImap } from '../imap.ts';
import { MAX_LOCATE_PROCESSES, MAX_SIGN_IN_PROCESSES } from '../imap-limits.ts';
import { createProcessSlots, type ProcessSlot, processLimits } from './process-slots.ts';

it.each([
  [12_288, { processes: 12, memoryMb: 768 }],
  [2_100, { processes: 2, memoryMb: 768 }],
  [1_000, { processes: 1, memoryMb: 744 }],
  [256, { processes: 1, memoryMb: 192 }],
])('divides %i MiB', (budget, expected) => {
  expect(processLimits(budget)).toEqual(expected);
});

it('takes half of what the container may use', () => {
  const limit = vi.spyOn(process, 'constrainedMemory').mockReturnValue(1024 ** 3);
  onTestFinished(() => limit.mockRestore());
  expect(processLimits()).toEqual({ processes: 1, memoryMb: 256 });
});

it('has one mailbox synced that waits', () => {
  const syncs = (memoryMb: number) => createImap({ privateNetworks: [], memoryMb }).maxSyncs;
  expect([syncs(256), syncs(2_100)]).toEqual([2, 3]);
});

const signal = new AbortController().signal;

/** Takes a slot, and records whose it was. */
function record(taken: string[], owner: string, slot: Promise<ProcessSlot>): Promise<ProcessSlot> {
  return slot.then((one) => {
    taken.push(owner);
    return one;
  });
}

it('gives owners their turn, and leaves one process to the others', async () => {
  const { takeForReading } = createProcessSlots({ processes: 2, memoryMb: 256 });
  const taken: string[] = [];
  const take = (owner: string) => record(taken, owner, takeForReading(owner, signal));
  const first = await take('ann');
  const others = ['ann', 'ann', 'ann'].map(take);
  const ofBen = await take('ben');
  expect(taken).toEqual(['ann', 'ben']);
  const ofCleo = take('cleo');
  first.release();
  await ofCleo;
  ofBen.release();
  await others[0];
  expect(taken).toEqual(['ann', 'ben', 'cleo', 'ann']);
});

it.each([
  ['takeForSignIn', MAX_SIGN_IN_PROCESSES, 'Many mailboxes are being connected'],
  ['takeForLocating', MAX_LOCATE_PROCESSES, 'Many messages are being searched for'],
] as const)(
  '%s gives each owner one of %i, for which others wait briefly',
  async (take, total, sentence) => {
    const slots = createProcessSlots({ processes: 1, memoryMb: 256 });
    const owners = Array.from({ length: total }, (_, at) => `owner ${at}`);
    const second = slots[take]('owner 0', signal);
    const [first] = await Promise.all([
      second,
      ...owners.slice(1).map((one) => slots[take](one, signal)),
    ]);
    await expect(slots[take]('owner 0', signal)).rejects.toThrow(sentence);
    const waiting = slots[take]('another', signal);
    first?.release();
    await waiting;
    await expect(slots[take]('one more', signal)).rejects.toMatchObject({
      kind: 'rate-limited',
      message: `${sentence} at the moment. Please try again in a minute.`,
      retryAfterSeconds: 60,
    });
    // What is looked for does not wait for sign-ins, nor the other way round.
    const other = take === 'takeForSignIn' ? 'takeForLocating' : 'takeForSignIn';
    await slots[other]('owner 0', signal);
  },
  // Two waits of 1.2 s.
  10_000,
);

it('is wanted after a turn when others wait, and not before', async () => {
  const slots = createProcessSlots({ processes: 1, memoryMb: 256 }, 0);
  const slot = await slots.takeForReading('ann', signal);
  const stop = new AbortController();
  expect(slot.isWanted()).toBe(false);
  const waiting = slots.takeForReading('ben', stop.signal);
  await expect.poll(() => slot.isWanted()).toBe(true);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  expect(slot.isWanted()).toBe(false);

  const long = createProcessSlots({ processes: 1, memoryMb: 256 });
  const ofAnn = await long.takeForReading('ann', signal);
  void long.takeForReading('ben', signal);
  expect(ofAnn.isWanted()).toBe(false);
});
