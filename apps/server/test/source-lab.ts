import type { Integration } from '@repo/contract/integrations';
import { expect, onTestFinished } from 'vitest';
import { sealCredentials } from '#modules/integrations/connect/credentials.ts';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import type { ActivitySource } from '#modules/integrations/provider/activity-source.ts';
import { startSyncLoop, type SyncLoopOptions } from '#modules/integrations/start-sync-loop.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import type { MadePerson } from './test-makers.ts';

/** A mailbox without mail. */
const empty: ActivitySource = {
  position: async () => ({ at: 0 }),
  changes: async (cursor) => ({ changed: [], removed: [], next: cursor, isLast: true }),
  list: async () => ({ ids: [], nextPageToken: undefined, total: undefined }),
  head: async () => undefined,
  read: async () => undefined,
};

/** The application with a custom mailbox, and a worker, until the test ends. */
export async function startSourceLab(
  open: (source: string) => Partial<ActivitySource>,
  options?: SyncLoopOptions,
) {
  const provider: SourceProvider = {
    id: 'gmail',
    name: 'Gmail',
    kind: 'mail',
    connect: {
      kind: 'api-key',
      exchange: async (apiKey) => ({ credentials: { apiKey }, source: apiKey }),
    },
    open: ({ source }) => ({ ...empty, ...open(source) }),
  };
  const app = await createTestApp({ providers: [provider] });
  const loop = startSyncLoop(app.context, [provider], {
    pollInterval: 10,
    ...options,
  });
  onTestFinished(async () => {
    await loop.stop();
    await app.close();
  });
  return app;
}

/** Someone who has connected a mailbox. */
export async function connect(
  { db, context, make }: TestApp,
  source = 'me@home.example',
  failures = 0,
) {
  const person = await make.person();
  const id = crypto.randomUUID();
  await db
    .insertInto('integrations')
    .values({
      id,
      owner_id: person.id,
      provider: 'gmail',
      source,
      failures,
      ...sealCredentials(context, id, {}),
    })
    .execute();
  return { ...person, integrationId: id };
}

export async function readIntegration(
  { call }: TestApp,
  { token }: MadePerson,
): Promise<Integration> {
  const { integrations } = (await call('GET /api/integrations', { token })).data;
  const [one] = integrations;
  if (one === undefined) throw new Error('Nothing is connected.');
  return one;
}

/** The integration after a sync has ended. */
export async function ended(app: TestApp, person: MadePerson): Promise<Integration> {
  await expect
    .poll(async () => (await readIntegration(app, person)).lastSync, { timeout: 15_000 })
    .toBeDefined();
  return readIntegration(app, person);
}

export const syncAgain = ({ db }: TestApp) =>
  db
    .updateTable('integrations')
    .set({ due_at: new Date(0), last_sync: null })
    .execute();
