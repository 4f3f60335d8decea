import { beforeEach, expect, it } from 'vitest';
import { connectedLab } from '#test/connected-lab.ts';
import { mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';

let lab: SyncLab;
let ann: MadePerson;
beforeEach(async () => {
  ({ lab, ann } = await connectedLab('acme.com'));
});

const expire = () => lab.control('POST', `/gmail/${mailbox}/expire-history`);

it('reads the window again, and removes what was deleted in between', async () => {
  const [gone] = await lab.deliver([{ subject: 'gone' }, { subject: 'kept' }]);
  await lab.sync(ann);
  await lab.control('DELETE', `/gmail/${mailbox}/messages/${await lab.idOf(gone ?? '')}`);
  await lab.deliver([{ subject: 'new' }]);
  await expire();
  const gmail = await lab.sync(ann);
  expect(await lab.captured(ann)).toEqual(['kept', 'new']);
  expect(gmail.lastError).toBeUndefined();
});

it('loses nothing of a time longer than the window in which nothing was synced', async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  await lab.deliver([
    { subject: 'before the last sync', daysAgo: 110 },
    { subject: 'after it', daysAgo: 90 },
  ]);
  await lab.db
    .updateTable('integrations')
    .set({ last_synced_at: new Date(Date.now() - 100 * dayMs) })
    .execute();
  await expire();
  await lab.sync(ann);
  expect(await lab.captured(ann)).toEqual(['after it']);
});

it('has what waited to be read read once, with the window', async () => {
  await lab.deliver([{ subject: 'one' }, { subject: 'two', from: 'Eve <eve@umbrella.example>' }]);
  await expire();
  await lab.control('POST', '/faults', {
    path: '/gmail/v1/users/me/messages',
    effect: { kind: 'slow', ms: 0 },
  });
  await lab.track(ann, 'umbrella.example');
  await lab.rested(ann);
  expect(await lab.captured(ann)).toEqual(['one', 'two']);
  const { faults } = await lab.control<{ faults: { struck: number }[] }>('GET', '/faults');
  // Two listings for the discovery and two for both domains: of the window, and of the newest
  // emails, which the search may not have indexed yet.
  expect(faults[0]?.struck).toBe(4);
});
