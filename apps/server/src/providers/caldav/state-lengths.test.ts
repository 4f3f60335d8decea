import { expect, it, onTestFinished } from 'vitest';
import {
  dav,
  found,
  isSync,
  openAt,
  send,
  startServer,
  when,
} from '#test/calendar-servers/scripted-calendar.ts';
import { createDavClient } from './dav/dav-client.ts';
import { discoverCalendars, listCalendars } from './discover-calendars.ts';

const long = 'a'.repeat(100_000);
const isList = (_request: unknown, body: string) => body.includes('resourcetype');
const calendar = (properties: string) =>
  dav(
    found(
      '/ann/work/',
      `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>${properties}`,
    ),
  );

it.each([
  ['sync token', `<d:sync-token>${long}</d:sync-token>`],
  ['tag', `<s:getctag xmlns:s="http://calendarserver.org/ns/">${long}</s:getctag>`],
])('reads a calendar whose %s is too long as one without it', async (_what, properties) => {
  const { source, cursor } = await openAt(
    when(isList, (_r, _b, response) => send(response, calendar(properties))),
  );
  expect(JSON.stringify(await source.position()).length).toBeLessThan(10_000);
  const page = await source.changes(cursor);
  expect(page.changed).toHaveLength(2);
  expect(JSON.stringify(page.next).length).toBeLessThan(10_000);
});

it('refuses changes up to a token that is too long to be stored', async () => {
  const { source, cursor } = await openAt(
    when(isSync, (_r, _b, response) => send(response, dav(`<d:sync-token>${long}</d:sync-token>`))),
  );
  await expect(source.changes(cursor)).rejects.toMatchObject({
    kind: 'temporary',
    message: expect.stringContaining('token that is too long'),
  });
});

it('refuses a list of events with a version that is too long', async () => {
  const { source } = await openAt((_request, body, response) => {
    if (body.includes('resourcetype')) return send(response, calendar(''));
    if (!body.includes('getetag')) return false;
    return send(response, dav(found('/ann/work/0.ics', `<d:getetag>"${long}"</d:getetag>`)));
  });
  await expect(source.position()).rejects.toMatchObject({
    kind: 'temporary',
    message: expect.stringContaining('version of an event that is too long'),
  });
});

it('stores 50 of the own addresses that a server names, none of them too long', async () => {
  const named = [long, ...Array.from({ length: 1_000 }, (_, index) => `ann${index}`)]
    .map((one) => `<d:href>mailto:${one}@acme.com</d:href>`)
    .join('');
  const home = '<c:calendar-home-set><d:href>/ann/</d:href></c:calendar-home-set>';
  const { network, account } = await startServer(
    when(
      (_request, body) => body.includes('calendar-home-set'),
      (_r, _b, response) => {
        const own = `<c:calendar-user-address-set>${named}</c:calendar-user-address-set>`;
        return send(response, dav(found('/ann/', home + own)));
      },
    ),
  );
  const client = createDavClient(network, account, new AbortController().signal);
  onTestFinished(() => client.close());
  const { addresses } = await discoverCalendars(client, 'ann@acme.com');
  expect(addresses).toHaveLength(50);
  expect(addresses.slice(0, 2)).toEqual(['ann@acme.com', 'ann0@acme.com']);
});

it('keeps the definition of a time zone unless it is too long', async () => {
  for (const [length, expected] of [
    [20_000, 20_000],
    [40_000, undefined],
  ]) {
    const { network, account } = await startServer(
      when(isList, (_r, _b, response) =>
        send(
          response,
          calendar(`<c:calendar-timezone>${'a'.repeat(length ?? 0)}</c:calendar-timezone>`),
        ),
      ),
    );
    const client = createDavClient(network, account, new AbortController().signal);
    onTestFinished(() => client.close());
    const [found] = await listCalendars(client, account);
    expect(found?.timeZone?.length).toBe(expected);
  }
});
