import { expect, it } from 'vitest';
import {
  dav,
  event,
  found,
  host,
  openOn,
  send,
  startServer,
} from '#test/calendar-servers/scripted-calendar.ts';
import { createStoredLocations } from '#test/calendar-servers/stored-locations.ts';
import type { Cursor } from '#modules/integrations/provider/activity-source.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';

/** The calendar `broken`, beside `work` with as many events. */
interface Broken {
  events: string[];
  token: string;
  /** The status of all responses of it. */
  status?: number;
  /** Events that are listed and left out of a response. */
  unsent?: readonly string[];
  /** Events that fail each request for them. */
  failing?: readonly string[];
  /** Whether changes since a token come in two parts. */
  isPartial?: boolean;
}

const reference = (calendar: string, name: string) =>
  found(`/ann/${calendar}/${name}`, '<d:getetag>"1"</d:getetag>');
const tokenOf = (token: string) => `<d:sync-token>${token}</d:sync-token>`;

async function connect(broken: Broken) {
  const events = { broken: broken.events, work: broken.events };
  const server = await startServer(({ url = '' }, body, response) => {
    const name = /^\/ann\/(broken|work)\//.exec(url)?.[1] as 'broken' | 'work' | undefined;
    if (name === undefined) {
      if (!body.includes('resourcetype')) return false;
      const type = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
      const calendars = { broken: broken.token, work: 'w' };
      const listed = Object.entries(calendars).map(([one, token]) =>
        found(`/ann/${one}/`, type + tokenOf(token)),
      );
      return send(response, dav(listed.join('')));
    }
    const { status, unsent = [], failing = [], isPartial, token } = name === 'broken' ? broken : {};
    if (status !== undefined) return send(response, '', status);
    if (body.includes('multiget')) {
      const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href);
      const has = (names: readonly string[], href: string) =>
        names.some((one) => href.endsWith(`/${one}`));
      if (hrefs.some((href) => has(failing, href))) return send(response, '', 500);
      const sent = hrefs.filter((href) => !has(unsent, href));
      const data = sent.map((href) =>
        has(['gone.ics'], href)
          ? `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`
          : found(href, `<c:calendar-data>${event(href)}</c:calendar-data>`),
      );
      return send(response, dav(data.join('')));
    }
    const given = /<d:sync-token>([^<]*)</.exec(body)?.[1];
    const all = events[name].map((one) => reference(name, one));
    if (given === undefined) return send(response, dav(all.join('')));
    const half = Math.ceil(all.length / 2);
    if (isPartial === true && given === '') {
      const more = `<d:response><d:href>${url}</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>`;
      return send(response, dav(all.slice(0, half).join('') + more + tokenOf('half')));
    }
    const rest = given === 'half' ? all.slice(half) : all;
    return send(response, dav(rest.join('') + tokenOf(token ?? 'w')));
  });
  const locations = createStoredLocations();
  let failure: Error | undefined;
  const open = () =>
    openOn(server, {
      ...locations.session,
      findFolders: async (prefix) => {
        const thrown = failure;
        failure = undefined;
        if (thrown !== undefined) throw thrown;
        return locations.session.findFolders(prefix);
      },
    });
  let source = open();
  const readPage = (cursor: Cursor) => source.changes(cursor);
  const base = `https://${host}:${server.port}`;
  const changes = async (begin: Cursor) => {
    const failed: string[] = [];
    const changed: string[] = [];
    let cursor = begin;
    let pages = 0;
    for (let isLast = false; !isLast; pages += 1) {
      if (pages > 50) throw new Error('There are pages without an end.');
      const page = await source.changes(cursor);
      locations.store(page);
      changed.push(...page.changed);
      failed.push(...(page.unreadable ?? []).map(({ reason }) => reason));
      ({ next: cursor, isLast } = page);
    }
    return { failed, changed, cursor };
  };
  const since = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const list = async (pageToken?: string) => {
    const page = await source.list({ since, domains: undefined }, pageToken);
    locations.store(page);
    return page;
  };
  return {
    broken,
    readPage,
    changes,
    list,
    store: locations.store,
    base,
    folders: () => locations.all().map(({ folder }) => folder),
    position: () => source.position(),
    /** As after a restart. */
    reopen: () => {
      source.close?.();
      source = open();
    },
    failOnce: (error: Error) => {
      failure = error;
    },
    skipped: () => locations.all().filter(({ folder }) => folder === `${base}/ann/broken/`),
  };
}

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `e${String(index).padStart(4, '0')}.ics`);

it('reads a calendar in parts that a window lacks', async () => {
  const { broken, changes, list, position, skipped } = await connect({
    events: names(4),
    token: 't',
    isPartial: true,
    status: 403,
  });
  const { cursor } = await changes(await position());
  await list();
  delete broken.status;
  const read = await changes(cursor);
  expect(read).toMatchObject({ failed: [] });
  expect(read.changed).toHaveLength(4);
  expect(skipped()).toEqual([]);
});

it('notes a calendar that is refused at a later page of a window, read by another process', async () => {
  const { broken, changes, list, position, reopen } = await connect({
    events: names(300),
    token: 't',
  });
  const { cursor } = await changes(await position());
  const ids = new Set<string>();
  let page = await list();
  page.ids.forEach((id) => ids.add(id));
  reopen();
  broken.status = 403;
  while (page.nextPageToken !== undefined) {
    page = await list(page.nextPageToken);
    page.ids.forEach((id) => ids.add(id));
  }
  expect(ids.size).toBeLessThan(600);
  delete broken.status;
  reopen();
  (await changes(cursor)).changed.forEach((id) => ids.add(id));
  expect(ids.size).toBe(600);
});

it('comes to an end with a calendar that can be read as changes and not as a window', async () => {
  const unsent = ['a.ics', 'z.ics'];
  const { changes, list, position, reopen } = await connect({
    events: [...names(100), ...unsent],
    token: 't',
    unsent,
  });
  let cursor = (await changes(await position())).cursor;
  await list();
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    reopen();
    const read = await changes(cursor);
    ({ cursor } = read);
    counts.push(read.changed.length);
  }
  expect(counts).toEqual([100, 0, 0]);
});

it.each<[what: string, failing: number, read: number, failed: number[]]>([
  ['reads the others when the server fails at a few events', 2, 998, [2, 0]],
  ['reads on where it stopped when the server fails at many events', 20, 900, [1, 1]],
])('%s', async (_what, count, read, failed) => {
  const { broken, changes, position, reopen } = await connect({
    events: names(1_000),
    token: 't1',
  });
  const { cursor } = await changes(await position());
  broken.token = 't2';
  broken.failing = names(1_000).slice(950, 950 + count);
  const first = await changes(cursor);
  reopen();
  const second = await changes(first.cursor);
  expect([first.changed.length, second.changed.length]).toEqual([read, 0]);
  expect([first.failed.length, second.failed.length]).toEqual(failed);
});

it('reads the others first, and on where it stopped with them, whatever a refused one does', async () => {
  const { broken, changes, position, readPage, reopen } = await connect({
    events: names(1_000),
    token: 't',
  });
  const { cursor } = await changes(await position());
  broken.status = 403;
  const calendars = Object.keys(cursor['calendars'] as object);
  let next: Cursor = { calendars: Object.fromEntries(calendars.map((href) => [href, {}])) };
  const read = new Set<string>();
  // Turns of two pages each.
  for (let turn = 0; turn < 8; turn += 1) {
    reopen();
    for (let count = 0; count < 2; count += 1) {
      const page = await readPage(next);
      page.changed.forEach((id) => read.add(id));
      ({ next } = page);
    }
  }
  expect(read.size).toBe(1_000);
});

it('brings back what was moved to a calendar that could not be read when it was compared', async () => {
  const { broken, changes, position, store, folders, base } = await connect({
    events: names(1),
    token: 't',
  });
  const gone = `${base}/ann/work/gone.ics`;
  store({ locations: [{ id: 'moved', folder: gone, validity: 0, uid: 1 }] });
  const begun = await position();
  broken.status = 503;
  const { cursor } = await changes(begun);
  expect(folders()).not.toContain(gone);
  delete broken.status;
  await changes(cursor);
  expect(folders()).toContain(`${base}/ann/broken/e0000.ics`);
});

it('takes a failure of the database for none of a calendar', async () => {
  const { position, failOnce } = await connect({ events: names(1), token: 't' });
  failOnce(new DatabaseUnavailableError('unreachable', new Error('The database is away.')));
  await expect(position()).rejects.toThrow('The database is');
});
