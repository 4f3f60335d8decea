import { describe, expect, it } from 'vitest';
import { stampOf, writeEvent } from '#test/calendar-servers/calendar-owner.ts';
import {
  dav,
  escape,
  event,
  found,
  host,
  isMultiget,
  openAt,
  send,
  when,
  type Script,
} from '#test/calendar-servers/scripted-calendar.ts';

it('keeps what is stored of a changed series from before the changes that are read', async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const first = new Date(Date.now() - 70 * 7 * dayMs);
  let excluded: string[] = [];
  const { source, cursor } = await openAt(
    when(isMultiget, (_r, _b, response) => {
      const more = ['RRULE:FREQ=WEEKLY', ...excluded.map((day) => `EXDATE:${day}`)];
      const series = escape(writeEvent({ uid: 'series', title: 'Weekly', start: first, more }));
      return send(
        response,
        dav(
          found('/ann/work/0.ics', `<c:calendar-data>${series}</c:calendar-data>`) +
            found('/ann/work/1.ics', `<c:calendar-data>${event('1')}</c:calendar-data>`),
        ),
      );
    }),
  );
  const history = {
    since: new Date(first.getTime() - dayMs),
    until: new Date(first.getTime() + 10 * dayMs),
    domains: undefined,
  };
  const { locations = [] } = await source.list(history, undefined);
  expect(locations).toHaveLength(2);
  const kept = async () => {
    const { contents, changed } = await source.changes(cursor);
    expect(changed).not.toContain(locations[0]?.id);
    expect(changed).not.toContain(locations[1]?.id);
    return locations.map(({ folder, uid }) =>
      contents?.changed
        .find((one) => one.folder === folder)
        ?.uids.some(([from, to]) => from <= uid && uid <= to),
    );
  };
  expect(await kept()).toEqual([true, true]);
  // The latest is first in a list.
  excluded = [stampOf(new Date(first.getTime() + 7 * dayMs))];
  expect(await kept()).toEqual([false, true]);
});

describe('the first round after a gap', () => {
  /** Reads from a new position to the end, where something is stored of these addresses. */
  async function readAll(stored: readonly string[], script: Script) {
    let base = '';
    const { source, port } = await openAt(script, {
      findFolders: async (prefix) =>
        stored.map((one) => `${base}${one}`).filter((one) => one.startsWith(prefix)),
    });
    base = `https://${host}:${port}`;
    const pages = [];
    let at = await source.position();
    for (let isLast = false; !isLast;) {
      const page = await source.changes(at);
      pages.push(page);
      ({ next: at, isLast } = page);
    }
    const at0 = (href: string) => href.slice(base.length);
    return {
      gone: pages.map(({ contents }) => (contents?.gone ?? []).map(at0)),
      located: pages.map(({ locations = [] }) => locations.map(({ folder }) => at0(folder))),
      changed: pages.flatMap(({ changed }) => changed),
    };
  }
  const isGoneCalendar: Script = ({ url }) => url === '/ann/gone/';
  const noCalendar = when(isGoneCalendar, (_r, _b, response) => send(response, '', 404));
  const isOld: Script = (_r, body) => body.includes('/ann/work/old.ics');
  const isAtOld: Script = ({ url }) => url === '/ann/work/old.ics';
  const noOld = when(isOld, (_r, _b, response) =>
    send(
      response,
      dav(
        '<d:response><d:href>/ann/work/old.ics</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>',
      ),
    ),
  );

  it.each<[string, Script]>([
    ['says that they do not exist', noOld],
    [
      'fails at them',
      (...given) =>
        when(isOld, (_r, _b, response) => send(response, '', 500))(...given) ||
        when(isAtOld, (_r, _b, response) => send(response, '', 404))(...given),
    ],
  ])('finds deleted events and calendars, after moved ones, on a server that %s', async (_, no) => {
    const { gone, located, changed } = await readAll(
      ['/ann/gone/0.ics', '/ann/work/0.ics', '/ann/work/old.ics'],
      (...given) => noCalendar(...given) || no(...given),
    );
    expect(located.slice(0, 2)).toEqual([['/ann/work/1.ics'], []]);
    expect(gone.slice(0, 2)).toEqual([[], ['/ann/gone/0.ics', '/ann/work/old.ics']]);
    expect(changed).toHaveLength(2);
  });

  it('reads calendars of which something is stored as a whole, and no others', async () => {
    const { located } = await readAll(['/ann/work/0.ics'], () => false);
    expect(located.flat()).toEqual(['/ann/work/0.ics', '/ann/work/1.ics']);
    expect((await readAll([], () => false)).located.flat()).toEqual([]);
  });

  it('finds what is stored of a calendar whose address the server encodes in another way', async () => {
    const script: Script = ({ url = '' }, body, response) => {
      if (body.includes('resourcetype') && url === '/ann/') {
        const properties =
          '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:sync-token>t2</d:sync-token>';
        return send(response, dav(found('/ann/work@home/', properties)));
      }
      if (body.includes('multiget') || !url.startsWith('/ann/work@home/')) return false;
      const event0 = found('/ann/work@home/0.ics', '<d:getetag>"1"</d:getetag>');
      return send(response, dav(`${event0}<d:sync-token>t2</d:sync-token>`));
    };
    const { gone, located } = await readAll(['/ann/work%40home/0.ics'], script);
    expect(gone.flat()).toEqual([]);
    expect(located.flat()).toEqual(['/ann/work%40home/0.ics']);
  });

  it('keeps an event and a calendar that are not listed and may still be there', async () => {
    const { gone, located, changed } = await readAll(
      ['/ann/work/old.ics', '/ann/other/0.ics'],
      () => false,
    );
    expect(gone.flat()).toEqual([]);
    expect(changed).toHaveLength(3);
    // The calendar is among the failed items.
    expect(located.flat()).toContain('/ann/other/');
  });
});
