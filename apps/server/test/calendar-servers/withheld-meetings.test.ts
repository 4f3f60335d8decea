import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { withholdMeetings } from '#modules/activities/withhold-meetings.ts';
import { sealCredentials } from '#modules/integrations/connect/credentials.ts';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import { startSyncLoop } from '#modules/integrations/start-sync-loop.ts';
import { openCalendars } from '../../src/providers/caldav/open-calendars.ts';
import { createTestApp } from '../create-test-app.ts';
import { dav, event, found, send, startServer } from './scripted-calendar.ts';
import { ended, syncAgain } from '../source-lab.ts';

/** Meetings of the calendar; each third one is private. */
const MEETINGS = 600;
const isPrivate = (uid: string) => Number(/(\d+)\.ics/.exec(uid)?.[1]) % 3 === 0;

/** A person who shares the meetings of a CalDAV calendar, as the version before stored and published them. */
async function upgraded() {
  const world = { hangsAfter: Infinity, reads: 0 };
  const server = await startServer(({ url = '' }, body, response) => {
    if (!url.startsWith('/ann/work/')) return false;
    if (body.includes('multiget')) {
      world.reads += 1;
      if (world.reads > world.hangsAfter) return true;
      const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href);
      const data = hrefs.map((href) => {
        const text = isPrivate(href)
          ? event(href).replace('DTSTAMP', 'CLASS:PRIVATE\r\nDTSTAMP')
          : event(href);
        return found(href, `<c:calendar-data>${text}</c:calendar-data>`);
      });
      return send(response, dav(data.join('')));
    }
    const listed = Array.from({ length: MEETINGS }, (_, index) =>
      found(`/ann/work/${index}.ics`, '<d:getetag>"1"</d:getetag>'),
    );
    return send(response, dav(`${listed.join('')}<d:sync-token>t2</d:sync-token>`));
  });
  const provider: SourceProvider = {
    id: 'caldav',
    name: 'Calendar',
    kind: 'calendar',
    connect: { kind: 'api-key', exchange: async () => ({ credentials: {}, source: 'ann' }) },
    open: (session) => openCalendars({ ...server.network, timeoutMs: 20_000 }, session),
  };
  const app = await createTestApp({ providers: [provider] });
  const { settle, makeAccount } = tracking(app);
  const { workspace, person } = await settle();
  const { accountId } = await makeAccount(person, workspace.id);
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
  const start = () => startSyncLoop(app.context, [provider], { pollInterval: 10 });
  let loop = start();
  onTestFinished(async () => {
    await loop.stop();
    await app.close();
  });
  await ended(app, person);
  const counts = async () => {
    const { rows } = await sql<{ published: number; unread: number; tasks: number }>`
      select (select count(*)::int from account_activities where account_id = ${accountId}) as published,
        (select count(*)::int from captured_activities where is_private is null) as unread,
        (select count(*)::int from sync_tasks) as tasks`.execute(app.db);
    return rows[0];
  };
  const publicOnes = (MEETINGS * 2) / 3;
  const done = { published: publicOnes, unread: 0, tasks: 0 };
  await expect.poll(counts, { timeout: 30_000 }).toEqual(done);
  // What the migration does.
  await sql`update captured_activities set is_private = null`.execute(app.db);
  await sql`update integrations set cursor = null, change_progress = null`.execute(app.db);
  expect(await withholdMeetings(app.db)).toBe(publicOnes);
  expect(await counts()).toEqual({ published: 0, unread: MEETINGS, tasks: 0 });
  return {
    app,
    world,
    counts,
    done,
    person,
    async restart() {
      await loop.stop();
      loop = start();
    },
  };
}

it('the meetings of a CalDAV calendar are shared again when they are read again', async () => {
  const { app, counts, done } = await upgraded();
  await syncAgain(app);
  await expect.poll(counts, { timeout: 30_000 }).toEqual(done);
});

it('a second reading that is interrupted goes on where it was', { timeout: 90_000 }, async () => {
  const { app, world, counts, done, restart } = await upgraded();
  world.hangsAfter = world.reads + 2;
  await syncAgain(app);
  await expect.poll(() => world.reads > world.hangsAfter, { timeout: 30_000 }).toBe(true);
  const between = await counts();
  expect(between?.unread).toBeGreaterThan(0);
  expect(between?.unread).toBeLessThan(MEETINGS);
  // Nothing is shared that has not been read.
  expect(between?.published).toBeLessThanOrEqual(MEETINGS - (between?.unread ?? 0));
  await restart();
  world.hangsAfter = Infinity;
  await syncAgain(app);
  await expect.poll(counts, { timeout: 30_000 }).toEqual(done);
});

it('the card of a calendar that needs a new sign-in says how many only the user sees', async () => {
  const { app, person } = await upgraded();
  const withheld = async () => {
    const { data } = await app.call('GET /api/integrations', { token: person.token });
    const files = await app.call('GET /api/mail-files', { token: person.token });
    return [data.integrations[0]?.withheldMeetings, files.data.withheldMeetings];
  };
  // The next sync reads them.
  expect(await withheld()).toEqual([undefined, 0]);
  await sql`update integrations set needs_reauth = true`.execute(app.db);
  expect(await withheld()).toEqual([MEETINGS, 0]);
  await sql`update integrations set needs_reauth = false, credentials = null, credentials_key_id = null`.execute(
    app.db,
  );
  expect(await withheld()).toEqual([undefined, MEETINGS]);
});
