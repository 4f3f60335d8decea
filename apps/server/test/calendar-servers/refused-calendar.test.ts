import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../create-test-app.ts';
import { dav, event, found, send, startServer } from './scripted-calendar.ts';
import { ended, syncAgain } from '../source-lab.ts';
import { requestReconciliation } from '#modules/integrations/reading/request-reconciliation.ts';
import { sealCredentials } from '#modules/integrations/connect/credentials.ts';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import { startSyncLoop } from '#modules/integrations/start-sync-loop.ts';
import { openCalendars } from '../../src/providers/caldav/open-calendars.ts';

/** Meetings in one of two calendars; the other one has one. */
const MEETINGS = 120;

/** A person with two calendars that were synced. */
async function connect() {
  const world: { behavior: 'reads' | 'hangs' | { status: number }; requests: number } = {
    behavior: 'reads',
    requests: 0,
  };
  const server = await startServer(({ url = '' }, body, response) => {
    const name = /^\/ann\/(\w+)\//.exec(url)?.[1];
    const token = (one: string) => `<d:sync-token>${one}</d:sync-token>`;
    if (name === undefined) {
      if (!body.includes('resourcetype')) return false;
      const type = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
      const calendars = ['broken', 'work'].map((one) => found(`/ann/${one}/`, type + token(one)));
      return send(response, dav(calendars.join('')));
    }
    if (name === 'broken') {
      world.requests += 1;
      if (world.behavior === 'hangs') return true;
      if (world.behavior !== 'reads') return send(response, '', world.behavior.status);
    }
    if (body.includes('multiget')) {
      const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href);
      const data = hrefs.map((href) =>
        found(href, `<c:calendar-data>${event(href)}</c:calendar-data>`),
      );
      return send(response, dav(data.join('')));
    }
    const count = name === 'broken' ? MEETINGS : 1;
    const listed = Array.from({ length: count }, (_, index) =>
      found(`/ann/${name}/${index}.ics`, '<d:getetag>"1"</d:getetag>'),
    );
    return send(response, dav(listed.join('') + token(name)));
  });
  const provider: SourceProvider = {
    id: 'caldav',
    name: 'Calendar',
    kind: 'calendar',
    connect: { kind: 'api-key', exchange: async () => ({ credentials: {}, source: 'ann' }) },
    open: (session) => openCalendars({ ...server.network, timeoutMs: 300 }, session),
  };
  const app = await createTestApp({ providers: [provider] });
  const person = await app.make.person();
  await app.call('POST /api/accounts/import', {
    token: person.token,
    body: { domains: ['acme.com'], source: 'manual' },
  });
  const id = crypto.randomUUID();
  await app.db
    .insertInto('integrations')
    .values({
      id,
      owner_id: person.id,
      provider: 'caldav',
      source: 'alice@example.org',
      ...sealCredentials(app.context, id, server.account),
    })
    .execute();
  const loop = startSyncLoop(app.context, [provider], { pollInterval: 10 });
  onTestFinished(async () => {
    await loop.stop();
    await app.close();
  });
  await ended(app, person);
  const read = async () => {
    const captured = await app.db.selectFrom('captured_activities').select('id').execute();
    const failed = await app.db.selectFrom('failed_items').select('reason').execute();
    const tasks = await app.db.selectFrom('sync_tasks').select('kind').execute();
    const { last_error: error } = await app.db
      .selectFrom('integrations')
      .select('last_error')
      .executeTakeFirstOrThrow();
    return { captured: captured.length, failed: failed.length, tasks: tasks.length, error };
  };
  await expect.poll(read, { timeout: 30_000 }).toMatchObject({ captured: MEETINGS + 1, tasks: 0 });
  const compare = async () => {
    await requestReconciliation(app.db);
    await syncAgain(app);
  };
  return { world, app, read, compare };
}

it.each([{ status: 403 }, { status: 500 }, 'hangs'] as const)(
  'the nightly comparison goes on when a calendar does this: %j',
  { timeout: 60_000 },
  async (behavior) => {
    const { world, app, read, compare } = await connect();
    world.behavior = behavior;
    world.requests = 0;
    await compare();
    const compared = { captured: MEETINGS + 1, failed: 1, tasks: 0, error: null };
    await expect.poll(read, { timeout: 30_000 }).toEqual(compared);
    // Not one for each of its meetings.
    expect(world.requests).toBeLessThan(10);

    world.behavior = 'reads';
    await syncAgain(app);
    await expect.poll(read, { timeout: 30_000 }).toEqual({ ...compared, failed: 0 });
    const left = await app.db
      .selectFrom('item_locations')
      .select('folder')
      .where('folder', 'like', '%/')
      .execute();
    expect(left).toEqual([]);
  },
);
