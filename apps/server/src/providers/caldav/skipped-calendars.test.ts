import { describe, expect, it } from 'vitest';
import {
  dav,
  found,
  host,
  openAt,
  type Script,
  send,
} from '#test/calendar-servers/scripted-calendar.ts';

const calendar = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
const subscribed =
  '<d:resourcetype><d:collection/><c:calendar/><s:subscribed xmlns:s="http://calendarserver.org/ns/"/></d:resourcetype>';
const componentSet = (content: string) =>
  `${calendar}<c:supported-calendar-component-set>${content}</c:supported-calendar-component-set>`;
const tasks = componentSet('<c:comp name="VTODO"/>');
const ownedBy = (href: string) =>
  `${calendar}<d:owner><d:href>${href}</d:href></d:owner>${'<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>'}`;
const gone = { status: 404 };

/** What a server sends for a calendar at its own address. */
type Sent = string | { status: number } | 'listed' | 'lost';

/**
 * A server that lists `/ann/work/`, with two new events, and another calendar only where it is `listed`. Both
 * are in the cursor, and one event of the other one is stored.
 */
async function readAll(sent: { value: Sent }, principal = '/ann/') {
  let base = '';
  const script: Script = ({ url = '', headers }, body, response) => {
    if (body.includes('current-user-principal')) {
      const href = `<d:current-user-principal><d:href>${principal}</d:href></d:current-user-principal>`;
      return send(response, dav(found(url, href)));
    }
    if (!body.includes('resourcetype')) {
      return (
        url === '/ann/other/' &&
        body.includes('sync-collection') &&
        send(response, dav('<d:sync-token>o2</d:sync-token>'))
      );
    }
    const { value } = sent;
    const work = found('/ann/work/', `${calendar}<d:sync-token>t2</d:sync-token>`);
    const other = found('/ann/other/', `${calendar}<d:sync-token>o1</d:sync-token>`);
    if (headers['depth'] === '1')
      return send(response, dav(work + (value === 'listed' ? other : '')));
    if (value === 'lost') {
      response.destroy();
      return true;
    }
    return typeof value === 'string'
      ? send(response, dav(value))
      : send(response, '', value.status);
  };
  const id = 'meeting-of-the-other-calendar-00';
  const { source, port, heard } = await openAt(script, {
    findFolders: async (prefix) =>
      [`${base}/ann/other/`, `${base}/ann/other/0.ics`].filter((one) => one.startsWith(prefix)),
    findLocations: async (asked) =>
      asked === id
        ? [{ id, folder: `${base}/ann/other/0.ics`, validity: 0, uid: 1 }]
        : [{ id: asked, folder: `${base}/ann/other/`, validity: 0, uid: 0 }],
  });
  base = `https://${host}:${port}`;
  const at = (path: string) => `${base}${path}`;
  const begin = {
    calendars: { [at('/ann/work/')]: { token: 't1' }, [at('/ann/other/')]: { token: 'o1' } },
  };
  const read = async (cursor: Record<string, unknown>) => {
    const result = {
      gone: [] as string[],
      changed: 0,
      failed: [] as string[],
      ids: [] as string[],
    };
    let next = cursor;
    for (let isLast = false; !isLast;) {
      const page = await source.changes(next);
      result.gone.push(...(page.contents?.gone ?? []).map((href) => href.slice(base.length)));
      result.changed += page.changed.length;
      result.failed.push(...(page.unreadable ?? []).map(({ reason }) => reason));
      result.ids.push(...(page.unreadable ?? []).map((item) => item.id));
      ({ next, isLast } = page);
    }
    const states = Object.entries(next['calendars'] as Record<string, object>);
    const calendars = Object.fromEntries(
      states.map(([href, state]) => [href.slice(base.length), state]),
    );
    return { ...result, next, calendars };
  };
  return { first: await read(begin), read, source, id, heard };
}

const skipped = [expect.stringMatching(/^The calendar “\/ann\/other\/” cannot be read/)];

describe('a calendar that the server no longer lists as one of the user', () => {
  it.each([
    ['has tasks alone', tasks],
    ['is subscribed', subscribed],
    ['belongs to someone else', ownedBy('/bob/')],
  ])('is read no longer when it says that it %s', async (_what, properties) => {
    const sent = { value: found('/ann/other/', properties) };
    const { first, source, id } = await readAll(sent);
    expect(first).toMatchObject({ gone: ['/ann/other/0.ics'], changed: 2, failed: [] });
    expect(first.calendars).toEqual({ '/ann/work/': { token: 't2' } });
    expect(await source.head(id)).toBeUndefined();
  });

  it.each<[string, Sent]>([
    ['nothing', ''],
    ['no property', found('/ann/other/', '')],
    ['tasks without a type', found('/ann/other/', tasks.slice(calendar.length))],
    [
      'that it is a collection',
      found('/ann/other/', '<d:resourcetype><d:collection/></d:resourcetype>'),
    ],
    ['components without any', found('/ann/other/', componentSet(''))],
    ['components without a name', found('/ann/other/', componentSet('<c:comp/>'))],
    ['other elements', found('/ann/other/', componentSet('<c:other name="VTODO"/>'))],
    ['an owner without an address', found('/ann/other/', ownedBy(''))],
    ['an owner elsewhere', found('/ann/other/', ownedBy('mailto:bob@acme.com'))],
    ['tasks of another calendar', found('/ann/tasks/', tasks)],
    ['two responses', found('/ann/other/', tasks) + found('/ann/other/', calendar)],
    ['a calendar', found('/ann/other/', calendar)],
    [
      'properties that are not found',
      found('/ann/other/', tasks).replace('200 OK', '404 Not Found'),
    ],
    ['broken XML', '<d:response>'],
    ['a refusal', { status: 403 }],
    ['a failure', { status: 500 }],
    ['a lost connection', 'lost'],
  ])('is skipped alone when its address responds with %s', async (_what, value) => {
    const { first, source, id } = await readAll({ value });
    expect(first).toMatchObject({ gone: [], changed: 2, failed: skipped });
    expect(first.calendars).toEqual({
      '/ann/work/': { token: 't2' },
      '/ann/other/': { token: 'o1', isSkipped: true },
    });
    // The failure concerns the meeting alone: the nightly comparison goes on.
    await expect(source.head(id)).rejects.toMatchObject({ name: 'UnreadableEventError' });
    await expect(source.read(first.ids[0] ?? '')).rejects.toMatchObject({ message: skipped[0] });
  });

  it('is skipped when the server names the user differently since they connected', async () => {
    const value = found('/ann/other/', ownedBy('/users/ann/'));
    const { first } = await readAll({ value }, '/users/ann/');
    expect(first).toMatchObject({ gone: [], failed: skipped });
  });

  it.each([401, 429])('fails the sync when the server responds with %s', async (status) => {
    await expect(readAll({ value: { status } })).rejects.toMatchObject({
      kind: status === 401 ? 'reauthorize' : 'rate-limited',
    });
  });

  it('is asked for in each round, and read on when it is listed again', async () => {
    const sent: { value: Sent } = { value: '' };
    const { first, read, source } = await readAll(sent);
    const second = await read(first.next);
    expect(second).toMatchObject({ gone: [], failed: skipped, next: first.next });
    sent.value = 'listed';
    const third = await read(second.next);
    // Its place among the failed items is gone, no meeting.
    expect(third).toMatchObject({ gone: ['/ann/other/'], failed: [] });
    expect(third.calendars['/ann/other/']).toEqual({ token: 'o1' });
    expect(await source.read(first.ids[0] ?? '')).toBeUndefined();
  });

  it('is removed with its failed item when it is gone later', async () => {
    const sent: { value: Sent } = { value: '' };
    const { first, read } = await readAll(sent);
    sent.value = gone;
    const second = await read(first.next);
    expect(second).toMatchObject({ gone: ['/ann/other/', '/ann/other/0.ics'], failed: [] });
    expect(second.calendars).toEqual({ '/ann/work/': { token: 't2' } });
  });

  it('is requested once, however many of its meetings are looked for', async () => {
    const { source, id, heard } = await readAll({ value: '' });
    const before = heard.length;
    for (let count = 0; count < 3; count += 1) await source.head(id).catch(() => {});
    expect(heard.length).toBe(before);
  });

  it('is skipped from a new cursor on, which does not contain it', async () => {
    const sent: { value: Sent } = { value: '' };
    const { source, read } = await readAll(sent);
    const begun = await read(await source.position());
    expect(begun).toMatchObject({ gone: [], failed: skipped });
    expect(begun.calendars['/ann/other/']).toEqual({ isSkipped: true });
    sent.value = gone;
    const { gone: removed } = await read(begun.next);
    expect(removed).toEqual(['/ann/other/', '/ann/other/0.ics']);
  });
});
