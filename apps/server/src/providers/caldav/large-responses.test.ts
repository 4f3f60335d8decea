import { expect, it } from 'vitest';
import {
  dav,
  event,
  found,
  isMultiget,
  isSync,
  openAt,
  send,
  when,
} from '#test/calendar-servers/scripted-calendar.ts';
import { writeEvent } from '#test/calendar-servers/calendar-owner.ts';
import type { Cursor } from '#modules/integrations/provider/activity-source.ts';
import { readMultistatus } from './dav/multistatus.ts';

const attributes = Array.from({ length: 700_000 }, (_, index) => `a${index}=""`).join(' ');

it.each([
  ['elements', '<d:a/>'.repeat(700_000)],
  ['attributes', `<d:a ${attributes}/>`],
  ['responses', '<d:response/>'.repeat(102_000)],
  ['elements in one response', `<d:response>${'<d:a/>'.repeat(11_000)}</d:response>`],
  ['letters in a comment', `<!--${'a-'.repeat(2_200_000)}a-->`],
  ['letters in a text', `<d:a>${'a'.repeat(4_300_000)}</d:a>`],
  ['letters in a namespace', `<a xmlns="${'a'.repeat(1_000)}"/>`],
])('refuses a list with too many %s', async (_what, content) => {
  const { source, cursor } = await openAt(
    when(isSync, (_r, _b, response) =>
      send(response, dav(`${content}<d:sync-token>t2</d:sync-token>`)),
    ),
  );
  await expect(source.changes(cursor)).rejects.toMatchObject({
    kind: 'temporary',
    message: expect.stringContaining('sent more than is allowed'),
  });
});

it('refuses an event whose address is too long to be stored', async () => {
  const { source, cursor } = await openAt(
    when(isSync, (_r, _b, response) => {
      const long = found(`/ann/work/${'a'.repeat(3_000)}.ics`, '<d:getetag>"1"</d:getetag>');
      return send(response, dav(`${long}<d:sync-token>t2</d:sync-token>`));
    }),
  );
  await expect(source.changes(cursor)).rejects.toMatchObject({
    kind: 'temporary',
    message: expect.stringContaining('address that is too long'),
  });
});

it('reads a list of as many events as a calendar may have', async () => {
  const listed = Array.from({ length: 50_000 }, (_, index) =>
    found(`/ann/work/${index}.ics`, `<d:getetag>"${index}"</d:getetag>`),
  );
  const { source, cursor } = await openAt(
    when(isSync, (_r, _b, response) =>
      send(response, dav(`${listed.join('')}<d:sync-token>t2</d:sync-token>`)),
    ),
  );
  expect((await source.changes(cursor)).changed).toHaveLength(100);
});

it('stores as failed an event of too many elements, and reads the others', async () => {
  const { source, cursor } = await openAt(
    when(isMultiget, (_r, body, response) => {
      const large = `${'<d:a/>'.repeat(6_000)}<c:calendar-data>${event('0')}</c:calendar-data>`;
      const other = `<c:calendar-data>${event('1')}</c:calendar-data>`;
      const sent = [
        ...(body.includes('/0.ics') ? [found('/ann/work/0.ics', large)] : []),
        ...(body.includes('/1.ics') ? [found('/ann/work/1.ics', other)] : []),
      ];
      return send(response, dav(sent.join('')));
    }),
  );
  const page = await source.changes(cursor);
  expect(page.changed).toHaveLength(1);
  expect(page.unreadable).toMatchObject([{ reason: 'The event is too large.' }]);
});

it('ends a page at events that are large together, so that all of it is in memory', async () => {
  const names = Array.from({ length: 45 }, (_, index) => `/ann/work/${index}.ics`);
  const text = `DESCRIPTION:${'a'.repeat(900_000)}`;
  const { source, cursor } = await openAt((_r, body, response) => {
    if (body.includes('sync-collection')) {
      const listed = names.map((name) => found(name, '<d:getetag>"1"</d:getetag>'));
      return send(response, dav(`${listed.join('')}<d:sync-token>t2</d:sync-token>`));
    }
    if (!body.includes('multiget')) return false;
    const sent = names
      .filter((name) => body.includes(`>${name}<`))
      .map((uid) => {
        const large = writeEvent({ uid, title: uid, start: new Date(), more: [text] });
        return found(uid, `<c:calendar-data>${large}</c:calendar-data>`);
      });
    return send(response, dav(sent.join('')));
  });
  const titles = new Set<string | undefined>();
  let at: Cursor = cursor;
  for (let isLast = false; !isLast;) {
    const page = await source.changes(at);
    for (const id of page.changed) titles.add((await source.read(id))?.title);
    ({ next: at, isLast } = page);
  }
  expect([...titles].sort()).toEqual(names.toSorted());
});

it('gives others their turn while it reads a large response', async () => {
  const xml = Buffer.from(dav('<d:response/>'.repeat(100_000)));
  let turns = 0;
  let isDone = false;
  const take = () => {
    turns += 1;
    if (!isDone) setImmediate(take);
  };
  setImmediate(take);
  const { responses } = await readMultistatus(xml, {
    maximumElements: 200_000,
    signal: new AbortController().signal,
  });
  isDone = true;
  expect(responses).toHaveLength(100_000);
  expect(turns).toBeGreaterThan(75);
});
