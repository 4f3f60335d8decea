import { expect, it, onTestFinished, vi } from 'vitest';
import {
  dav,
  found,
  openAt,
  send,
  startServer,
  when,
} from '#test/calendar-servers/scripted-calendar.ts';
import { createDavClient } from './dav/dav-client.ts';
import type { Calendar } from './discover-calendars.ts';
import { listEvents } from './read-events.ts';

/** Lists the events of a calendar at a path. The server names some of them. */
async function listAt(path: string, hrefs: readonly string[]) {
  const { network, account } = await startServer((_request, _body, response) =>
    send(response, dav(hrefs.map((href) => found(href, '')).join(''))),
  );
  const client = createDavClient(network, account, new AbortController().signal);
  onTestFinished(() => client.close());
  const url = client.at(path);
  const calendar: Calendar = { url, syncToken: undefined, tag: undefined, timeZone: undefined };
  return (await listEvents(client, calendar)).map(({ href }) => href.slice(url.origin.length));
}

it('normalizes the path of a calendar once, however many events it has', async () => {
  const decode = vi.spyOn(globalThis, 'decodeURIComponent');
  onTestFinished(() => decode.mockRestore());
  const path = `/${'a/'.repeat(900)}`;
  const hrefs = Array.from({ length: 100 }, (_, index) => `${index}.ics`);
  expect(await listAt(path, hrefs)).toEqual(hrefs.map((href) => path + href));
  // Some 900 parts of the path, and one for each event.
  expect(decode.mock.calls.length).toBeLessThan(1_100);
});

it('finds the events of a calendar that the server encodes in different ways', async () => {
  const hrefs = ['/%61nn/work@home/0.ics', '/ann/work%40home/1.ics', '/ann/work@home/%32.ics'];
  const expected = [0, 1, 2].map((index) => `/ann/work%40home/${index}.ics`);
  expect(await listAt('/ann/work@home/', hrefs)).toEqual(expected);
  expect(await listAt('/ann/work%40home/', hrefs)).toEqual(expected);
});

it('finds no events in the calendar itself, in folders, and in other calendars', async () => {
  const hrefs = ['/ann/work/', '/ann/work', '/ann/work/more/', '/ann/works/0.ics', '/ann/0.ics'];
  expect(await listAt('/ann/work/', hrefs)).toEqual([]);
});

it('refuses an address that is too long before it is read', async () => {
  await expect(listAt('/ann/work/', [`/other/${'a'.repeat(3_000)}`])).rejects.toThrow(
    'address that is too long',
  );
});

it('refuses a calendar below whose address no event could be stored', async () => {
  const { source } = await openAt(
    when(
      (_request, body) => body.includes('resourcetype'),
      (_r, _b, response) => {
        const properties = '<d:resourcetype><c:calendar/></d:resourcetype>';
        return send(response, dav(found(`/ann/${'a'.repeat(3_000)}/`, properties)));
      },
    ),
  );
  await expect(source.position()).rejects.toMatchObject({
    kind: 'temporary',
    message: expect.stringContaining('calendar by an address that is too long'),
  });
});
