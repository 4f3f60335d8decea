import ICAL from 'ical.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { writeEvent } from '#test/calendar-servers/calendar-owner.ts';
import { dav, escape, found, openAt, send } from '#test/calendar-servers/scripted-calendar.ts';

it('stops reading a window at the event with which it has too many meetings', async () => {
  const count = 100;
  const rule = 'RRULE:FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9,10,11,12';
  const since = new Date(Date.now() - 400 * 24 * 60 * 60 * 1000);
  const parse = vi.spyOn(ICAL, 'parse');
  onTestFinished(() => parse.mockRestore());
  const { source } = await openAt((_request, body, response) => {
    if (body.includes('multiget')) {
      const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href);
      const data = hrefs.map((href) => {
        const ics = writeEvent({ uid: href, title: href, start: since });
        const series = ics.replace('END:VEVENT', `${rule}\r\nEND:VEVENT`);
        return found(href, `<c:calendar-data>${escape(series)}</c:calendar-data>`);
      });
      return send(response, dav(data.join('')));
    }
    if (!body.includes('getetag')) return false;
    const list = Array.from({ length: count }, (_, index) => found(`/ann/work/${index}.ics`, ''));
    return send(response, dav(list.join('')));
  });
  await expect(
    source.list({ since, until: new Date(), domains: undefined }, undefined),
  ).rejects.toMatchObject({
    message: expect.stringContaining('too many meetings'),
  });
  expect(parse.mock.calls.length).toBeLessThan(count / 2);
});
