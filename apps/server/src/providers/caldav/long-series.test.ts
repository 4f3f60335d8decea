import { expect, it } from 'vitest';
import { writeEvent } from '#test/calendar-servers/calendar-owner.ts';
import {
  dav,
  escape,
  found,
  isMultiget,
  openAt,
  send,
  when,
} from '#test/calendar-servers/scripted-calendar.ts';
import { countTurns } from '#test/count-turns.ts';

it('lets other work run while a series is read that takes long', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',');
  const series = writeEvent({
    uid: 'series',
    title: 'Hourly',
    start: new Date('2022-01-01T00:00:00Z'),
    more: [`RRULE:FREQ=DAILY;INTERVAL=7;BYHOUR=${hours}`],
  });
  const { source, cursor } = await openAt(
    when(isMultiget, (_r, _b, response) =>
      send(
        response,
        dav(found('/ann/work/0.ics', `<c:calendar-data>${escape(series)}</c:calendar-data>`)),
      ),
    ),
  );
  let changed = 0;
  const turns = await countTurns(async () => {
    changed = (await source.changes(cursor)).changed.length;
  });
  expect(changed).toBeGreaterThan(2_000);
  expect(turns).toBeGreaterThan(100);
});
