import { describe, expect, it } from 'vitest';
import type { ChangePage } from '#modules/integrations/provider/activity-source.ts';
import {
  dav,
  event,
  found,
  host,
  isMultiget,
  isSync,
  openAt,
  type Script,
  send,
  when,
} from '#test/calendar-servers/scripted-calendar.ts';

const space = 'xmlns:s="http://calendarserver.org/ns/"';
const isHome: Script = ({ url }, body) => body.includes('resourcetype') && url === '/ann/';
const isCalendar: Script = ({ url }, body) => body.includes('resourcetype') && url === '/ann/work/';
const isList: Script = (_r, body) => body.includes('getetag') && !body.includes('calendar-data');
const respond =
  (content: string, status = 207): Script =>
  (_r, _b, response) =>
    send(response, dav(content), status);
const notFound = (href: string) =>
  `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`;

/** A server with tags of calendars and without sync tokens. */
const tagged = when(
  isHome,
  respond(
    found(
      '/ann/work/',
      `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><s:getctag ${space}>2</s:getctag>`,
    ),
  ),
);
const listing = (...names: string[]): Script =>
  when(
    isList,
    respond(
      names.map((name) => found(`/ann/work/${name}.ics`, '<d:getetag>"1"</d:getetag>')).join(''),
    ),
  );

/** Responds by the first of some scripts that does. */
const first =
  (...scripts: Script[]): Script =>
  (request, body, response) =>
    scripts.some((script) => script(request, body, response));

/** Reads the changes of a calendar of which some events are stored. */
async function readChanges(script: Script, state: object = { tag: '1', parts: [] }, count = 10) {
  let base = '';
  const stored = Array.from({ length: count }, (_, index) => `/ann/work/${index}.ics`);
  const { source, port, heard } = await openAt(script, {
    findFolders: async (prefix) =>
      stored.map((one) => `${base}${one}`).filter((one) => one.startsWith(prefix)),
    findLocations: async (id) => [{ id, folder: `${base}/ann/work/3.ics`, validity: 0, uid: 1 }],
  });
  base = `https://${host}:${port}`;
  const pages: ChangePage[] = [];
  const read = async (known = state) => {
    const gone: string[] = [];
    let at: Record<string, unknown> = { calendars: { [`${base}/ann/work/`]: known } };
    for (let isLast = false; !isLast;) {
      const page = await source.changes(at);
      pages.push(page);
      gone.push(...(page.contents?.gone ?? []));
      ({ next: at, isLast } = page);
    }
    return gone.map((href) => href.slice(base.length + '/ann/work/'.length)).sort();
  };
  return { read, pages, heard, source };
}

const isUnknown = { kind: 'temporary', message: expect.stringContaining('does not list') };

describe('an event that is no longer listed', () => {
  it.each<[string, Script]>([
    ['an empty list', listing()],
    ['half a list', listing('0', '1')],
    ['a list without one of them', listing('0', '1', '2', '3', '4', '5', '6', '8', '9')],
    [
      'a list of other addresses',
      when(isList, respond(found('/ann/other/0.ics', '<d:getetag>"1"</d:getetag>'))),
    ],
  ])('stays while the server has it: %s', async (_what, list) => {
    const { read, pages } = await readChanges(first(tagged, list));
    expect(await read()).toEqual([]);
    // It is read as the server returns it.
    expect(pages.flatMap(({ locations = [] }) => locations)).toHaveLength(10);
  });

  it('is not read again while nothing changes, and its calendar is listed in each round', async () => {
    const script = first(tagged, listing('0', '1'));
    const { read, pages, heard } = await readChanges(script);
    await read();
    const [state] = Object.values(pages.at(-1)?.next['calendars'] as object) as object[];
    expect(state).toEqual({ parts: expect.any(Array) });
    const before = heard.length;
    await read(state);
    expect(pages.at(-1)).toMatchObject({ changed: [], isLast: true });
    expect(heard.slice(before).map(({ request }) => request)).toEqual([
      'PROPFIND /ann/',
      'PROPFIND /ann/work/',
      'REPORT /ann/work/',
    ]);
  });

  it('is read again when the server returns another version', async () => {
    let version = '1';
    const returned: Script = (request, body, response) => {
      const names = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href);
      const data = names.map((href) =>
        found(
          href,
          `<d:getetag>"${href.includes('7') ? version : '1'}"</d:getetag><c:calendar-data>${event(href)}</c:calendar-data>`,
        ),
      );
      return isMultiget(request, body, response) && send(response, dav(data.join('')));
    };
    const { read, pages } = await readChanges(first(tagged, listing('0', '1'), returned));
    await read();
    const [state] = Object.values(pages.at(-1)?.next['calendars'] as object) as object[];
    version = '2';
    await read(state);
    expect(pages.at(-1)?.locations).toEqual([
      expect.objectContaining({ folder: expect.stringContaining('7.ics') }),
    ]);
  });

  it('is kept with hundreds of others, and a limited number of them is requested', async () => {
    const script = first(tagged, listing());
    const { read, heard } = await readChanges(script, undefined, 1_000);
    expect(await read()).toEqual([]);
    // A hundred to see whether they are there, and to read those.
    expect(heard.filter(({ request }) => request.startsWith('REPORT')).length).toBe(2);
    const failing = first(script, when(isMultiget, respond('', 500)), respond('', 500));
    const other = await readChanges(failing, undefined, 1_000);
    expect(await other.read()).toEqual([]);
    expect(other.heard.length).toBeLessThan(110);
  });

  it('is looked for in both lists of a server with sync tokens', async () => {
    const none = when(isSync, respond('<d:sync-token>t2</d:sync-token>'));
    const partly = first(none, listing('0', '1', 'new'));
    const { read, pages } = await readChanges(partly, {});
    expect(await read()).toEqual([]);
    expect(pages.flatMap(({ locations = [] }) => locations)).toHaveLength(11);
  });

  it('stays when the server says both that it is gone and what it is', async () => {
    const data = found('/ann/work/7.ics', `<c:calendar-data>${event('7')}</c:calendar-data>`);
    const both = when(isMultiget, respond(data + notFound('/ann/work/7.ics')));
    const list = listing('0', '1', '2', '3', '4', '5', '6', '8', '9');
    const { read } = await readChanges(first(tagged, list, both), { tag: '1', parts: [] });
    expect(await read()).toEqual([]);
  });

  /** The server has the events below 5. */
  const isThere = (href: string) => /\/[0-4]\.ics$/.test(href);
  const gone = ['5.ics', '6.ics', '7.ics', '8.ics', '9.ics'];
  /** Responds to a request for events that are gone. */
  const whenGone =
    (respondTo: (hrefs: string[]) => Script): Script =>
    (request, body, response) => {
      const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href);
      if (!isMultiget(request, body, response) || hrefs.every(isThere)) return false;
      return respondTo(hrefs)(request, body, response);
    };
  const events = whenGone((hrefs) =>
    respond(
      hrefs
        .filter((href) => !isThere(href))
        .map(notFound)
        .join(''),
    ),
  );
  const alone: Script = ({ url = '' }, body, response) => {
    if (!body.includes('resourcetype') || !url.endsWith('.ics')) return false;
    return isThere(url) ? send(response, dav(found(url, ''))) : send(response, '', 404);
  };
  const lists = listing('0', '1', '2', '3', '4');

  it.each<[string, Script]>([
    ['says so', events],
    [
      'leaves it out, and says so of it alone',
      first(
        whenGone(() => respond('')),
        alone,
      ),
    ],
    [
      'fails at it, and says so of it alone',
      first(
        whenGone(() => respond('', 500)),
        alone,
      ),
    ],
  ])('is removed when the server %s', async (_what, script) => {
    const { read } = await readChanges(first(tagged, lists, script));
    expect(await read()).toEqual(gone);
  });

  it('stays when the server fails at it alone as well, and others are removed', async () => {
    const failing = when(({ url = '' }) => url.endsWith('7.ics'), respond('', 500));
    const script = first(
      tagged,
      lists,
      whenGone(() => respond('')),
      failing,
      alone,
    );
    const { read } = await readChanges(script);
    expect(await read()).toEqual(gone.filter((name) => name !== '7.ics'));
  });

  it.each([401, 429])('fails the sync when the server responds with %s', async (status) => {
    const script = first(
      tagged,
      lists,
      whenGone(() => respond('', status)),
    );
    const { read } = await readChanges(script);
    await expect(read()).rejects.toMatchObject({
      kind: status === 401 ? 'reauthorize' : 'rate-limited',
    });
  });

  it('is asked for with others, a hundred at a time', async () => {
    const { read, heard } = await readChanges(first(tagged, lists, events));
    await read();
    expect(heard.filter(({ request }) => request === 'REPORT /ann/work/').length).toBe(2);
  });
});

describe('a calendar that is no longer listed', () => {
  const none = when(isHome, respond(''));

  it.each<[string, Script]>([
    ['nothing is listed at all', first(none, when(isCalendar, respond('')))],
    ['it is still there', none],
    [
      'it is no longer called a calendar',
      when(
        (...given) => isHome(...given) || isCalendar(...given),
        respond(found('/ann/work/', '<d:resourcetype><d:collection/></d:resourcetype>')),
      ),
    ],
  ])('keeps its meetings when %s', async (_what, script) => {
    const { read, source } = await readChanges(script, { token: 't1' });
    await expect(read()).rejects.toMatchObject(isUnknown);
    await expect(source.head('one')).rejects.toMatchObject(isUnknown);
  });

  it.each([403, 500, 503])('keeps its meetings when its address fails with %s', async (status) => {
    const { read, source } = await readChanges(first(none, when(isCalendar, respond('', status))), {
      token: 't1',
    });
    await expect(read()).rejects.toMatchObject({ kind: 'temporary' });
    await expect(source.head('one')).rejects.toMatchObject({ kind: 'temporary' });
  });

  it.each<[string, Script]>([
    ['with a status', respond('', 404)],
    ['with another status', respond('', 410)],
    ['in a list', respond(notFound('/ann/work/'))],
  ])('is removed when the server says that it is gone, %s', async (_what, script) => {
    const { read, source } = await readChanges(first(none, when(isCalendar, script)), {
      token: 't1',
    });
    expect(await read()).toHaveLength(10);
    expect(await source.head('one')).toBeUndefined();
  });
});
