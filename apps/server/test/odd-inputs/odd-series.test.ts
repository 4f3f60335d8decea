import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readAsUpload } from './read-as-upload.ts';

const event = (...lines: string[]) =>
  [
    'BEGIN:VEVENT',
    'UID:one',
    'ORGANIZER:mailto:theo.lindqvist@harborfinch.example',
    'ATTENDEE;CN=Anna Berg:mailto:anna@acme.example',
    ...lines,
    'END:VEVENT',
  ].join('\r\n');
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');

/** The activities of a file as they are stored: a later one with an id takes the place of an earlier one. */
async function stored(content: Buffer | string) {
  const { activities } = await readAsUpload(content, { at: new Date('2026-12-01T00:00:00Z') });
  const byId = new Map(activities.map((one) => [one.externalId, one]));
  return [...byId.values()].toSorted((one, other) => +one.occurredAt - +other.occurredAt);
}
const timesOf = async (content: string) =>
  (await stored(content)).map(({ startTime, endTime }) =>
    [startTime, endTime].map((time) => time?.toISOString().slice(8, 16)).join('/'),
  );

describe('a series', () => {
  it.each([
    [
      'with a rule for the times that are left out (RFC 2445)',
      [
        'DTSTART:20261116T090000Z',
        'RRULE:FREQ=DAILY;COUNT=4',
        'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2',
      ],
      ['17T09:00/17T09:00', '19T09:00/19T09:00'],
    ],
    [
      'with a further time without a zone: in its own',
      ['DTSTART;TZID=Europe/Berlin:20261116T100000', 'RDATE:20261118T100000'],
      ['16T09:00/16T09:00', '18T09:00/18T09:00'],
    ],
    [
      'with a further period without a zone: in its own',
      [
        'DTSTART;TZID=Europe/Berlin:20261116T100000',
        'RDATE;VALUE=PERIOD:20261118T100000/20261118T113000',
      ],
      ['16T09:00/16T09:00', '18T09:00/18T10:30'],
    ],
    [
      'with a length in lower case',
      ['DTSTART:20261116T090000Z', 'DURATION: pt1h30m '],
      ['16T09:00/16T10:30'],
    ],
    [
      'with a length that cannot be read',
      ['DTSTART:20261116T090000Z', 'DURATION:1 hour'],
      ['16T09:00/16T09:00'],
    ],
  ])('%s', async (_, lines, times) => {
    expect(await timesOf(calendar(event(...lines)))).toEqual(times);
  });

  it.each([0, 1])(
    'has its changes, in whichever calendar of the file they are: %d',
    async (first) => {
      const series = calendar(event('DTSTART:20261116T090000Z', 'RRULE:FREQ=DAILY;COUNT=2'));
      const change = calendar(event('RECURRENCE-ID:20261117T090000Z', 'DTSTART:20261117T130000Z'));
      const file = first === 0 ? series + change : change + series;
      expect(await timesOf(file)).toEqual(['16T09:00/16T09:00', '17T13:00/17T13:00']);
    },
  );
});

describe('a title that names no charset', () => {
  it.each([
    ['windows-1252', 'Réunion générale'],
    ['windows-1252', 'Déjeuner élégant'],
    ['windows-1252', 'L’événement de l’été'],
    ['windows-1252', 'HÄÄT'],
    ['shift_jis', '会議の件'],
    ['shift_jis', 'テスト会議'],
    ['gbk', '请确认订单和价格'],
    ['euc-kr', '회의 일정 확인'],
  ])('in %s is “%s”', async (charset, title) => {
    const text = calendar(event('DTSTART:20261116T090000Z', `SUMMARY:${title}`));
    expect((await stored(iconv.encode(text, charset)))[0]?.title).toBe(title);
  });
});
