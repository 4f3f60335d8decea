import { beforeEach, expect, it } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import { passChangesInterval } from '#test/pass-changes-interval.ts';
import type { MadePerson } from '#test/test-makers.ts';
import type { SyncLoop } from '../start-sync-loop.ts';

// Three pages of a listing for acme.com, two for other.example.
const mails = { 'acme.com': 205, 'other.example': 105 };

let lab: SyncLab;
let ann: MadePerson;
let worker: SyncLoop;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: mailbox });
  for (const [domain, count] of Object.entries(mails)) {
    const from = `Bob <bob@${domain}>`;
    await lab.deliver(Array.from({ length: count }, () => ({ from, daysAgo: 20 })));
  }
  await lab.connect(ann);
  worker = lab.startWorker();
  await lab.rested(ann);
  await lab.control('DELETE', `/gmail/${mailbox}/requests`);
});

/** Counts how often an email was requested from the mailbox. */
async function gets(): Promise<number | undefined> {
  type Requests = { methods: Record<string, { answered: number } | undefined> };
  const { methods } = await lab.control<Requests>('GET', `/gmail/${mailbox}/requests`);
  return methods['messages.get']?.answered;
}

/** Delays reading, so that something can happen while a page is read. */
const slowDown = () =>
  lab.control('POST', '/faults', {
    path: '/gmail/v1/users/me/messages/*',
    effect: { kind: 'slow', ms: 50 },
  });

// One more: the newest email is read, since the search may not have indexed it yet.
it('reads each mail once where it looks for changes in between', async () => {
  await slowDown();
  await lab.track(ann, 'acme.com');
  await passChangesInterval(lab);
  expect((await lab.rested(ann)).storedActivities).toBe(mails['acme.com']);
  expect(await gets()).toBe(mails['acme.com'] + 1);
});

it('reads each mail once where two domains are read in turn', async () => {
  await slowDown();
  await lab.track(ann, 'acme.com');
  await lab.track(ann, 'other.example');
  const stored = mails['acme.com'] + mails['other.example'];
  expect((await lab.rested(ann)).storedActivities).toBe(stored);
  expect(await gets()).toBe(stored + 2);
});

it('reads each mail once where turns end while more is read', async () => {
  await worker.stop();
  const at = lab.providers.findIndex(({ id }) => id === 'gmail');
  const gmail = lab.providers[at];
  if (gmail === undefined || !('open' in gmail)) throw new Error('There is no Gmail.');
  lab.providers[at] = {
    ...gmail,
    // Each turn is over as soon as a page was listed; by then the next one is being read.
    open: (session) => {
      const source = gmail.open(session);
      let hasListed = false;
      const list: typeof source.list = (...given) => {
        hasListed = true;
        return source.list(...given);
      };
      return { ...source, list, isWanted: () => hasListed };
    },
  };
  lab.startWorker();
  await slowDown();
  await lab.track(ann, 'acme.com');
  expect((await lab.rested(ann)).storedActivities).toBe(mails['acme.com']);
  expect(await gets()).toBe(mails['acme.com'] + 1);
});

it('reads nothing again that another domain brought already', async () => {
  await lab.deliver([{ cc: 'Eve <eve@third.example>', daysAgo: 20 }]);
  await lab.track(ann, 'acme.com');
  await lab.rested(ann);
  const before = (await gets()) ?? 0;
  await lab.track(ann, 'third.example');
  expect((await lab.rested(ann)).storedActivities).toBe(mails['acme.com'] + 1);
  expect(await gets()).toBe(before + 1);
});
