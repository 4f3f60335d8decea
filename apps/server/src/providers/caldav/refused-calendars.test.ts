import { expect, it } from 'vitest';
import {
  dav,
  event,
  found,
  host,
  openAt,
  type Script,
  send,
} from '#test/calendar-servers/scripted-calendar.ts';
import { createStoredLocations } from '#test/calendar-servers/stored-locations.ts';
import type { Cursor } from '#modules/integrations/provider/activity-source.ts';

const names = ['broken', 'work', 'zoo'];

/** How a calendar responds that the server lists. */
type Behavior =
  'reads' | 'is lost' | 'lists nothing readable' | 'sends no events' | { status: number };

interface World {
  behavior: Record<string, Behavior>;
  /** The number of the last change of each calendar. */
  version: Record<string, number>;
}

const nameIn = (url: string) => /^\/ann\/(\w+)\//.exec(url)?.[1];

const serve =
  (world: World): Script =>
  ({ url = '' }, body, response) => {
    const { behavior, version } = world;
    const name = nameIn(url);
    const token = (one: string) => `<d:sync-token>${one}${version[one]}</d:sync-token>`;
    if (name === undefined) {
      if (!body.includes('resourcetype')) return false;
      const type = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
      const calendars = names.map((one) => found(`/ann/${one}/`, type + token(one)));
      return send(response, dav(calendars.join('')));
    }
    const does = behavior[name] ?? 'reads';
    if (typeof does === 'object') return send(response, '', does.status);
    if (does === 'is lost') {
      response.destroy();
      return true;
    }
    if (does === 'lists nothing readable') return send(response, '<html/>', 200);
    if (body.includes('multiget')) {
      if (does === 'sends no events') return send(response, '', 403);
      const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href);
      const data = hrefs.map((href) =>
        href.endsWith('/1.ics')
          ? found(href, `<c:calendar-data>${event(href)}</c:calendar-data>`)
          : `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`,
      );
      return send(response, dav(data.join('')));
    }
    const etag = `<d:getetag>"${version[name]}"</d:getetag>`;
    return send(response, dav(found(`/ann/${name}/1.ics`, etag) + token(name)));
  };

/** A user of such a server, with the locations that the engine stores of each page. */
async function connect() {
  const world: World = {
    behavior: {},
    version: Object.fromEntries(names.map((name) => [name, 1])),
  };
  const locations = createStoredLocations();
  const { source, port } = await openAt(serve(world), locations.session);
  const calendarOf = (id: string) =>
    locations
      .all()
      .filter((one) => one.id === id)
      .map(({ folder }) => nameIn(new URL(folder).pathname));
  /** Reads all changes; returns the calendars that have some, and what is among the failed items. */
  const changes = async (begin: Cursor) => {
    const changed: unknown[] = [];
    const failed: string[] = [];
    let cursor = begin;
    for (let isLast = false; !isLast;) {
      const page = await source.changes(cursor);
      locations.store(page);
      changed.push(...page.changed.flatMap(calendarOf));
      failed.push(...(page.unreadable ?? []).map(({ reason }) => reason));
      ({ next: cursor, isLast } = page);
    }
    return { changed: changed.sort(), failed, cursor };
  };
  const list = async () => {
    const since = new Date(Date.now() - 24 * 60 * 60 * 1000);
    const page = await source.list({ since, domains: undefined }, undefined);
    locations.store(page);
    const failed = page.unreadable ?? [];
    return { listed: page.ids.flatMap(calendarOf).sort(), failed };
  };
  const folders = () => new Set(locations.all().map(({ folder }) => new URL(folder).pathname));
  const skipped = () =>
    locations
      .all()
      .filter(({ folder }) => folder.endsWith('/'))
      .map(({ folder }) => folder);
  return {
    world,
    source,
    changes,
    list,
    store: locations.store,
    folders,
    skipped,
    base: `https://${host}:${port}`,
  };
}

const problem = expect.stringMatching(/^The calendar “\/ann\/broken\/” cannot be read/);

it.each<[string, Behavior, string]>([
  ['refuses', { status: 403 }, 'The server refuses it (403).'],
  ['is gone', { status: 404 }, 'The server refuses it (404).'],
  ['fails', { status: 500 }, 'The server refuses it (500).'],
  ['sends something else', 'lists nothing readable', 'cannot be read'],
  ['does not respond', 'is lost', 'The server did not respond when it was requested.'],
])('a calendar that %s stops no other one', async (_what, behavior, words) => {
  const { world, source, changes, list } = await connect();
  world.behavior['broken'] = behavior;
  const begun = await changes(await source.position());
  const { listed, failed } = await list();
  expect(listed).toEqual(['work', 'zoo']);
  expect(failed).toMatchObject([{ reason: problem }]);
  expect(failed[0]?.reason).toContain(words);
  await expect(source.read(failed[0]?.id ?? '')).rejects.toMatchObject({ message: problem });

  world.version['zoo'] = 2;
  const next = await changes(begun.cursor);
  expect(next).toMatchObject({ changed: ['zoo'], failed: [problem] });
  expect(await changes(next.cursor)).toMatchObject({ changed: [], failed: [problem] });
});

it('removes what is gone from the others when it compares all that is stored', async () => {
  const { world, source, changes, list, store, folders, base } = await connect();
  world.behavior['broken'] = 'sends no events';
  store({
    locations: [0, 1].map((event) => ({
      id: `stored-${event}`,
      folder: `${base}/ann/work/${event}.ics`,
      validity: 0,
      uid: 1,
    })),
  });
  await changes(await source.position());
  expect([...folders()].sort()).toEqual(['/ann/broken/', '/ann/work/1.ics', '/ann/zoo/1.ics']);
  expect((await list()).failed).toMatchObject([{ reason: problem }]);
});

it('reads a calendar as a whole when it can be read, once', async () => {
  const { world, source, changes, list, skipped, base } = await connect();
  world.behavior['broken'] = { status: 403 };
  const { cursor } = await changes(await source.position());
  await list();
  expect(new Set(skipped())).toEqual(new Set([`${base}/ann/broken/`]));

  world.behavior = {};
  const again = await changes(cursor);
  expect(again).toMatchObject({ changed: ['broken'], failed: [] });
  expect(skipped()).toEqual([]);
  expect(await changes(again.cursor)).toMatchObject({ changed: [], failed: [] });
});

it('reads on where it stopped when a calendar can be read again', async () => {
  const { world, source, changes, list, skipped } = await connect();
  const { cursor } = await changes(await source.position());
  expect((await list()).listed).toEqual(names);
  world.behavior['broken'] = { status: 500 };
  world.version = { broken: 2, work: 2, zoo: 1 };
  const refused = await changes(cursor);
  expect(refused).toMatchObject({ changed: ['work'], failed: [problem] });

  world.behavior = {};
  const read = await changes(refused.cursor);
  expect(read).toMatchObject({ changed: ['broken'], failed: [] });
  expect(skipped()).toEqual([]);
  expect(await changes(read.cursor)).toMatchObject({ changed: [], failed: [] });
});

it('reads one as a whole that was read before, and that a window lacks', async () => {
  const { world, source, changes, list } = await connect();
  const { cursor } = await changes(await source.position());
  world.behavior['broken'] = { status: 500 };
  // A domain is tracked meanwhile.
  expect((await list()).listed).toEqual(['work', 'zoo']);
  const refused = await changes(cursor);
  expect(refused).toMatchObject({ changed: [], failed: [problem] });
  world.behavior = {};
  // Without a change of the calendar.
  expect(await changes(refused.cursor)).toMatchObject({ changed: ['broken'], failed: [] });
});

it('lists no history without a calendar', async () => {
  const { world, source } = await connect();
  world.behavior['broken'] = { status: 500 };
  const since = new Date(Date.now() - 5 * 365 * 24 * 60 * 60 * 1000);
  await expect(source.list({ since, domains: undefined }, undefined)).rejects.toMatchObject({
    kind: 'temporary',
  });
});

it.each<[string, Record<string, Behavior>, string]>([
  [
    'all of them refuse',
    { broken: { status: 403 }, work: { status: 403 }, zoo: { status: 403 } },
    'temporary',
  ],
  ['two do not respond', { broken: 'is lost', work: 'is lost' }, 'temporary'],
  ['one does not accept the password', { broken: { status: 401 } }, 'reauthorize'],
  ['one asks to slow down', { broken: { status: 429 } }, 'rate-limited'],
])('the sync fails as a whole when %s', async (_what, behavior, kind) => {
  const { world, source, changes, list } = await connect();
  const { cursor } = await changes(await source.position());
  world.behavior = behavior;
  world.version = { broken: 2, work: 2, zoo: 2 };
  await expect(changes(cursor)).rejects.toMatchObject({ kind });
  await expect(list()).rejects.toMatchObject({ kind });
});
