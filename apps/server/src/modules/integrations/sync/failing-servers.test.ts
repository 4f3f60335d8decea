import { expect, it } from 'vitest';
import { createSyncLab } from '../../../../test/create-sync-lab.ts';
import { sealCredentials } from '../connect/credentials.ts';
import type { ActivitySource, ProviderSession } from '../provider.ts';

/** A source whose server never responds. */
const hanging = ({ signal }: ProviderSession): ActivitySource => {
  const hang = () =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  return { position: hang, changes: hang, list: hang, head: hang, read: hang };
};

it('keeps no one waiting for servers that hang', async () => {
  const lab = await createSyncLab();
  const at = lab.providers.findIndex(({ id }) => id === 'imap');
  const imap = lab.providers[at];
  if (imap === undefined || !('open' in imap)) throw new Error('There is no IMAP.');
  let opened = 0;
  lab.providers[at] = {
    ...imap,
    open: (session) => {
      opened += 1;
      return hanging(session);
    },
  };
  const ann = await lab.make.person();
  void (await lab.track(ann, 'acme.com')).data;
  // They are due before her, and have failed before.
  for (let count = 0; count < 8; count += 1) {
    const { id: owner_id } = await lab.make.person();
    const { id } = await lab.db
      .insertInto('integrations')
      .values({ owner_id, provider: 'imap', source: 'x@acme.com', failures: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await lab.db
      .updateTable('integrations')
      .set({ ...sealCredentials(lab.context, id, {}), due_at: new Date(0) })
      .where('owner_id', '=', owner_id)
      .where('id', '=', id)
      .execute();
  }
  lab.startWorker();
  await expect.poll(() => opened, { timeout: 20_000 }).toBe(3);

  await lab.connect(ann);
  await lab.deliver([{ subject: 'meanwhile' }]);
  expect((await lab.sync(ann)).lastSync).toMatchObject({ outcome: 'done' });
  expect(await lab.captured(ann)).toEqual(['meanwhile']);
  expect(opened).toBe(3);
});
