import { expect, it, onTestFinished } from 'vitest';
import { createOwner, stampOf, writeEvent } from '#test/calendar-servers/calendar-owner.ts';
import { startCalendarFront } from '#test/calendar-servers/start-calendar-front.ts';
import {
  calendarPassword,
  missingCalendars,
  startCalendars,
} from '#test/calendar-servers/start-calendars.ts';
import { createSyncLab } from '#test/create-sync-lab.ts';
import { createCaldav } from './caldav.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Before the window that is read after a gap. */
const longAgo = new Date(Date.now() - 200 * dayMs);

/** Ann, who tracks acme.com, and her calendar. */
async function connectCalendar() {
  const server = await startCalendars('radicale');
  const front = await startCalendarFront(server.port);
  onTestFinished(async () => {
    await front.close();
    await server.stop();
  });
  const lab = await createSyncLab();
  const at = lab.providers.findIndex(({ id }) => id === 'caldav');
  lab.providers[at] = createCaldav({ privateNetworks: ['127.0.0.0/8'], ca: front.ca });
  const ann = await lab.make.person();
  void (await lab.track(ann, 'acme.com')).data;
  const connect = async () => {
    const { data } = await lab.call('POST /api/integrations/{provider}/sign-in', {
      token: ann.token,
      params: { provider: 'caldav' },
      body: {
        address: 'alice@example.org',
        user: 'alice',
        password: calendarPassword,
        server: { host: '127.0.0.1', port: front.port, security: 'tls' },
      },
    });
    expect(data.integration.provider).toBe('caldav');
    lab.startWorker();
    await lab.rested(ann);
  };
  return {
    front,
    owner: createOwner(server),
    calendar: server.calendar,
    connect,
    sync: async () => {
      expect((await lab.sync(ann)).lastError).toBeUndefined();
      return lab.captured(ann);
    },
  };
}

it.skipIf(missingCalendars !== undefined)(
  `keeps and removes meetings of long ago as they are after a gap${missingCalendars ?? ''}`,
  async () => {
    const { front, owner, calendar, connect, sync } = await connectCalendar();
    const other = calendar.replace('work', 'other');
    const event = (title: string) => writeEvent({ uid: title, title, start: longAgo });
    await connect();
    await owner.makeCalendar(other);
    for (const title of ['deleted', 'kept', 'moved']) await owner.put(title, event(title));
    await owner.put('of a deleted calendar', event('of a deleted calendar'), other);
    const titles = async () => (await sync()).toSorted();
    expect(await titles()).toEqual(['deleted', 'kept', 'moved', 'of a deleted calendar']);

    front.expireTokens();
    await owner.remove('deleted');
    await owner.remove('moved');
    const third = calendar.replace('work', 'third');
    await owner.makeCalendar(third);
    await owner.put('moved', event('moved'), third);
    await owner.removeCalendar(other);
    await sync();
    expect(await titles()).toEqual(['kept', 'moved']);
  },
);

it.skipIf(missingCalendars !== undefined)(
  `removes what a meeting no longer has after a gap${missingCalendars ?? ''}`,
  async () => {
    const { front, owner, connect, sync } = await connectCalendar();
    const weekMs = 7 * dayMs;
    const third = stampOf(new Date(longAgo.getTime() + 2 * weekMs));
    const more = ['RRULE:FREQ=WEEKLY;COUNT=3'];
    const series = { uid: 'series', title: 'series', start: longAgo };
    await connect();
    await owner.put('series', writeEvent({ ...series, more }));
    await owner.put('guest', writeEvent({ uid: 'guest', title: 'guest', start: longAgo }));
    expect((await sync()).toSorted()).toEqual(['guest', 'series', 'series', 'series']);

    front.expireTokens();
    await owner.put('series', writeEvent({ ...series, more: [...more, `EXDATE:${third}`] }));
    const other = { uid: 'guest', title: 'guest', start: longAgo, guest: 'eve@other.example' };
    await owner.put('guest', writeEvent(other));
    await sync();
    expect(await sync()).toEqual(['series', 'series']);
  },
);
