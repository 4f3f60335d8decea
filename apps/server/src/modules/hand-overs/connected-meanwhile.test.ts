import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { storeGrant } from '../integrations/connect/store-grant.ts';
import type { SourceProvider } from '../integrations/provider.ts';
import { leavingWorld } from './leaving-world.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const provider = { id: 'gmail', name: 'Gmail', kind: 'mail' } as SourceProvider;
const connect = (ownerId: string, source: string) =>
  app.db
    .transaction()
    .execute((tx) =>
      storeGrant(app.context, tx, provider, ownerId, { credentials: { token: 'secret' }, source }),
    );

test.each(['a new mailbox', 'one that was connected before'])(
  'a connection that is confirmed while its user is handed over leaves no credentials: %s',
  async (which) => {
    const { ann, byAdmin, workspaceId } = await leavingWorld(app);
    await connect(ann.id, 'known@example.com');
    const isReady = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // The hand-over waits for it after it has deleted the credentials.
    const blocking = app.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('memberships')
        .select('role')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', ann.id)
        .forUpdate()
        .execute();
      isReady.resolve();
      await release.promise;
    });
    await isReady.promise;
    const leaving = byAdmin('keep');
    await waitForLocks(app.db, 1);
    const source = which === 'a new mailbox' ? 'new@example.com' : 'known@example.com';
    const connecting = connect(ann.id, source).catch((error: unknown) => error);
    await Promise.race([connecting, waitForLocks(app.db, 2)]);
    release.resolve();
    await blocking;
    expect(await leaving).toBe(200);
    expect(await connecting).toMatchObject({ code: 'CONFLICT' });
    const left = await app.db
      .selectFrom('integrations')
      .select('source')
      .where('owner_id', '=', ann.id)
      .where('credentials', 'is not', null)
      .execute();
    expect(left).toEqual([]);
  },
);
