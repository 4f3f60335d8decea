import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSyncLab } from '#test/create-sync-lab.ts';
import { connect, ended, startSourceLab, syncAgain } from '#test/source-lab.ts';
import { sealCredentials } from '../connect/credentials.ts';
import type { ProviderSession } from '../provider.ts';
import type { ActivitySource } from '../provider/activity-source.ts';

/** A source whose server never responds. */
const hanging = ({ signal }: ProviderSession): ActivitySource => {
  const hang = () =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  return { position: hang, changes: hang, list: hang, head: hang, read: hang };
};

interface Given {
  /** How often the last syncs of the others failed. */
  failures: number;
  /** They are of one user. */
  isOneOwner?: boolean;
  /** How many of them the provider reads at once. */
  maxSyncs?: number;
}

/** Eight mailboxes on servers that hang, which are due before Ann's. */
async function besideHangingServers({ failures, isOneOwner, maxSyncs }: Given) {
  const lab = await createSyncLab();
  const at = lab.providers.findIndex(({ id }) => id === 'imap');
  const imap = lab.providers[at];
  if (imap === undefined || !('open' in imap)) throw new Error('There is no IMAP.');
  let opened = 0;
  lab.providers[at] = {
    ...imap,
    maxSyncs,
    open: (session) => {
      opened += 1;
      return hanging(session);
    },
  };
  const ann = await lab.make.person();
  void (await lab.track(ann, 'acme.com')).data;
  const { id: owner } = await lab.make.person();
  for (let count = 0; count < 8; count += 1) {
    const owner_id = isOneOwner ? owner : (await lab.make.person()).id;
    const { id } = await lab.db
      .insertInto('integrations')
      .values({ owner_id, provider: 'imap', source: `${count}@acme.com`, failures })
      .returning('id')
      .executeTakeFirstOrThrow();
    await lab.db
      .updateTable('integrations')
      .set({ ...sealCredentials(lab.context, id, {}), due_at: new Date(0) })
      .where('owner_id', '=', owner_id)
      .where('id', '=', id)
      .execute();
  }
  return { lab, ann, opened: () => opened };
}

it.each([
  { what: 'that hang', given: { failures: 1 }, count: 3 },
  { what: 'of one user', given: { failures: 0, isOneOwner: true }, count: 3 },
  { what: 'of which few are read at once', given: { failures: 0, maxSyncs: 2 }, count: 2 },
  { what: 'that become slow', given: { failures: 0 }, count: 8, slowCall: 20 },
])('keeps no one waiting for servers $what', async ({ given, count, slowCall }) => {
  const { lab, ann, opened } = await besideHangingServers(given);
  lab.startWorker({ ...(slowCall !== undefined && { slowCall }) });
  await expect.poll(opened, { timeout: 20_000 }).toBe(count);
  await lab.connect(ann);
  await lab.deliver([{ subject: 'meanwhile' }]);
  expect((await lab.sync(ann)).lastSync).toMatchObject({ outcome: 'done' });
  expect(await lab.captured(ann)).toEqual(['meanwhile']);
  expect(opened()).toBe(count);
});

it('gives up a page that takes much longer than a turn', async () => {
  const { lab, opened } = await besideHangingServers({ failures: 0 });
  lab.startWorker({ turn: 10, overrun: 200 });
  await expect.poll(opened, { timeout: 20_000 }).toBe(8);
  const ends = () =>
    lab.db.selectFrom('integrations').select(['last_error', 'failures']).distinct().execute();
  await expect
    .poll(ends, { timeout: 20_000 })
    .toEqual([{ last_error: 'The server responds too slowly.', failures: 1 }]);
});

it('syncs few of those at once that were slow before, until they are quick again', async () => {
  let [isSlow, running, peak] = [true, 0, 0];
  const app = await startSourceLab(
    () => ({
      changes: async (cursor) => {
        running += 1;
        peak = Math.max(peak, running);
        await sleep(isSlow ? 400 : 100);
        running -= 1;
        return { changed: [], removed: [], next: cursor, isLast: true };
      },
    }),
    { slowCall: 200 },
  );
  const people = await Promise.all(Array.from({ length: 6 }, () => connect(app)));
  const sync = async () => {
    peak = 0;
    await syncAgain(app);
    for (const person of people) await ended(app, person);
    return peak;
  };
  await sync();
  await expect.poll(sync, { timeout: 20_000 }).toBe(3);
  isSlow = false;
  await expect.poll(sync, { timeout: 20_000 }).toBeGreaterThan(3);
});
