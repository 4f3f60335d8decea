import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ActivityToCapture } from '#modules/activities/activity-to-capture.ts';
import { readAsUpload } from './read-as-upload.ts';
import { hasOddInputs, oddInput, readCalendarCases } from './read-cases.ts';

/** A while after the meetings of all inputs. */
const uploadedAt = new Date('2026-12-01T00:00:00Z');

/** Reads a calendar as an uploaded file is read, without the server. */
async function readCalendarFile(
  content: Buffer | string,
): Promise<{ meetings: ActivityToCapture[]; said: string[] }> {
  const addresses = ['theo.lindqvist@harborfinch.example'];
  const { activities, said } = await readAsUpload(content, { at: uploadedAt, addresses });
  const meetings = activities.toSorted((one, other) => +one.occurredAt - +other.occurredAt);
  return { meetings, said };
}

/** In UTC, or days. */
const shownTime = ({ isAllDay }: ActivityToCapture, time: Date | undefined): string =>
  time === undefined
    ? ''
    : isAllDay
      ? time.toLocaleDateString('sv', { timeZone: 'America/New_York' })
      : time.toISOString().slice(0, 16);

const timesOf = (meetings: readonly ActivityToCapture[]) =>
  meetings.map((one) => [shownTime(one, one.startTime), shownTime(one, one.endTime)]);

const cases = hasOddInputs ? readCalendarCases() : [];

/** What else is right of them. */
const titles: Readonly<Record<string, string>> = {
  i31: 'Gespräch über Preise',
  i32: '项目启动会议',
  i34: 'Größe',
  i37: 'Größe plan',
  x02: '会議',
};

describe.skipIf(!hasOddInputs)(
  'calendars that people had problems with (skipped without ../shared)',
  () => {
    it('are at hand', () => {
      expect(cases.length).toBeGreaterThan(90);
    });

    it.each(cases.map((one) => [one.id, one.problem, one] as const))(
      '%s: %s',
      async (id, _problem, { file, expected }) => {
        const { meetings } = await readCalendarFile(await readFile(file));
        const wanted = expected.map(([start, end], index) => [
          start,
          end || (timesOf(meetings)[index]?.[1] ?? ''),
        ]);
        expect(timesOf(meetings)).toEqual(wanted);
        const title = titles[id];
        if (title !== undefined) expect(meetings[0]?.title).toContain(title);
      },
    );

    it.each(['la1', 'la2', 'la3'])('%s: a zone that the file defines', async (id) => {
      const { meetings, said } = await readCalendarFile(await readFile(oddInput(`${id}.ics`)));
      expect(timesOf(meetings).map(([start]) => start)).toEqual(['2026-11-25T09:00']);
      expect(said).toEqual([]);
    });
  },
);

const people = [
  'ORGANIZER:mailto:theo.lindqvist@harborfinch.example',
  'ATTENDEE;CN=Anna Berg:mailto:anna@acme.example',
];
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:one', ...people, ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n');
const starts = async (...lines: string[]) =>
  timesOf((await readCalendarFile(calendar(event(...lines)))).meetings).map(([start]) => start);

describe('the zone of a meeting', () => {
  it.each([
    ['UTC+01:00', '10:00', '09:00'],
    ['GMT+0530', '14:30', '09:00'],
    ['gmt-5', '04:00', '09:00'],
    ['(UTC-08:00) Pacific Time (US & Canada)', '01:00', '09:00'],
    ['(GMT+09:00) Osaka, Sapporo, Tokyo', '18:00', '09:00'],
    ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', '14:30', '09:00'],
    ['(UTC) Dublin, Edinburgh, Lisbon, London', '09:00', '09:00'],
    ['(UTC+10:00) Canberra, Melbourne, Sydney', '20:00', '09:00'],
    ['Tokyo Standard Time 2', '18:00', '09:00'],
    ['W. Europe Daylight Time', '10:00', '09:00'],
    ['West-Europa (zomertijd)', '10:00', '09:00'],
    ['hora estándar del este', '04:00', '09:00'],
    ['Tzone://Microsoft/UTC', '09:00', '09:00'],
  ])('%s is found', async (zone, clock, utc) => {
    const start = `DTSTART;TZID=${zone}:20261125T${clock.replace(':', '')}00`;
    const { meetings, said } = await readCalendarFile(calendar(event(start)));
    expect(timesOf(meetings).map(([time]) => time)).toEqual([`2026-11-25T${utc}`]);
    expect(said).toEqual([]);
    expect(meetings[0]?.metadata).not.toHaveProperty('unknownTimeZone');
  });

  it.each([
    ['Customized Time Zone'],
    ['Pluto/Crater'],
    ['BST'],
    ['CST'],
    ['(UTC+01:00) Nowhere'],
    ['(UTC+02:00) Tokyo'],
    ['UTC+99'],
    ['x'.repeat(300)],
  ])('%s is not known: UTC, marked, and said', async (zone) => {
    const start = `DTSTART;TZID="${zone}":20261125T100000`;
    const { meetings, said } = await readCalendarFile(calendar(event(start)));
    expect(timesOf(meetings).map(([time]) => time)).toEqual(['2026-11-25T10:00']);
    expect(meetings[0]?.metadata?.unknownTimeZone).toBe(zone.slice(0, 100));
    expect(said).toEqual([
      expect.stringContaining('1 meeting names a time zone that is not known'),
    ]);
  });

  it('beyond the limits of a file is UTC and marked', async () => {
    const events = Array.from({ length: 1_500 }, (_, index) =>
      event(`DTSTART;TZID=/x${index}/Asia/Tokyo:20261125T180000`).replace(
        'UID:one',
        `UID:${index}`,
      ),
    );
    const { meetings, said } = await readCalendarFile(calendar(...events));
    const wrong = meetings.filter(
      (one) =>
        shownTime(one, one.startTime) !==
        (one.metadata?.unknownTimeZone === undefined ? '2026-11-25T09:00' : '2026-11-25T18:00'),
    );
    expect(wrong).toEqual([]);
    expect(said).toEqual([expect.stringMatching(/^500 meetings name time zones/)]);
  });

  it('beyond the definitions of a file is UTC and marked', async () => {
    const zone = (name: string) =>
      [
        'BEGIN:VTIMEZONE',
        `TZID:${name}`,
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:+0300',
        'TZOFFSETTO:+0300',
        'END:STANDARD',
        'END:VTIMEZONE',
      ].join('\r\n');
    const names = Array.from({ length: 60 }, (_, index) => `own ${index} of ours`);
    const events = names.map((name, index) =>
      event(`DTSTART;TZID=${name}:20261125T120000`).replace('UID:one', `UID:${index}`),
    );
    const { meetings } = await readCalendarFile(calendar(...names.map(zone), ...events));
    const marked = meetings.filter(({ metadata }) => metadata?.unknownTimeZone !== undefined);
    expect(marked).toHaveLength(10);
    expect(new Set(timesOf(marked).map(([time]) => time))).toEqual(new Set(['2026-11-25T12:00']));
  });

  it('of the whole calendar that is not known marks its times without one', async () => {
    const content = calendar('X-WR-TIMEZONE:Pluto', event('DTSTART:20261125T100000'));
    const { meetings } = await readCalendarFile(content);
    expect(timesOf(meetings)[0]?.[0]).toBe('2026-11-25T10:00');
    expect(meetings[0]?.metadata?.unknownTimeZone).toBe('Pluto');
  });
});

describe('a time or rule that is written in another way', () => {
  it.each<[string, string[], string[]]>([
    ['with hyphens', ['DTSTART:2026-11-25T09:00:00Z'], ['2026-11-25T09:00']],
    ['with an offset', ['DTSTART:20261125T100000+0100'], ['2026-11-25T09:00']],
    ['with fractions', ['DTSTART:20261125T090000.000Z'], ['2026-11-25T09:00']],
    ['in lower case', ['DTSTART:20261125t090000z'], ['2026-11-25T09:00']],
    ['at 24 o’clock', ['DTSTART:20261124T240000Z'], ['2026-11-25T00:00']],
    ['a day with hyphens', ['DTSTART:2026-11-25'], ['2026-11-25']],
    [
      'a time that calls itself a day',
      ['DTSTART;VALUE=DATE:20261125T090000Z'],
      ['2026-11-25T09:00'],
    ],
    [
      'days and times in one EXDATE',
      ['DTSTART:20261116T090000Z', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20261117,20261118T090000Z'],
      ['2026-11-16T09:00', '2026-11-19T09:00'],
    ],
    [
      'a rule in lower case with spaces',
      ['DTSTART:20261116T090000Z', 'RRULE:freq=weekly; byday=mo, tu; count=2'],
      ['2026-11-16T09:00', '2026-11-17T09:00'],
    ],
    [
      'a rule with a hyphenated end and an extension',
      ['DTSTART:20261116T090000Z', 'RRULE:FREQ=DAILY;UNTIL=2026-11-17;X-NAME=1'],
      ['2026-11-16T09:00', '2026-11-17T09:00'],
    ],
    [
      'a rule of vCalendar 1.0',
      ['DTSTART:20261116T090000Z', 'RRULE:W1 MO WE #3'],
      ['2026-11-16T09:00', '2026-11-18T09:00', '2026-11-23T09:00'],
    ],
    [
      'the last Friday of a month in vCalendar 1.0',
      ['DTSTART:20261030T090000Z', 'RRULE:MP1 1- FR #2'],
      ['2026-10-30T09:00', '2026-11-27T09:00'],
    ],
  ])('%s', async (_what, lines, expected) => {
    expect(await starts(...lines)).toEqual(expected);
  });

  it('takes one day where a day ends as it begins', async () => {
    const whole = event('DTSTART;VALUE=DATE:20261125', 'DTEND;VALUE=DATE:20261125');
    const { meetings } = await readCalendarFile(calendar(whole));
    expect(timesOf(meetings)).toEqual([['2026-11-25', '2026-11-26']]);
  });

  it('is refused where a rule has a part that nobody knows', async () => {
    const odd = event('DTSTART:20261116T090000Z', 'RRULE:FREQ=DAILY;BYEASTER=1;COUNT=2');
    const { meetings, said } = await readCalendarFile(calendar(odd));
    expect(meetings).toEqual([]);
    expect(said[0]).toContain('cannot be read');
  });
});

describe('a meeting without a UID', () => {
  const bare = (title: string) =>
    event('DTSTART:20261125T090000Z', `SUMMARY:${title}`).replace('UID:one\r\n', '');

  it('is the same in each export', async () => {
    const first = await readCalendarFile(calendar(bare('Kickoff'), bare('Review')));
    const second = await readCalendarFile(calendar(bare('Review'), bare('Kickoff')));
    const idsOf = ({ meetings }: typeof first) =>
      new Set(meetings.map(({ externalId }) => externalId));
    expect(idsOf(first).size).toBe(2);
    expect(idsOf(second)).toEqual(idsOf(first));
    expect(new Set(first.meetings.map(({ key }) => key)).size).toBe(2);
  });
});

describe('a cancelled meeting', () => {
  const free = 'X-MICROSOFT-CDO-BUSYSTATUS:FREE';
  it.each([
    ['Abgesagt: Kickoff', [free], 0],
    ['Annulé : Kickoff', [free], 0],
    ['Cancelled: Kickoff', ['TRANSP:TRANSPARENT'], 0],
    ['Canceled: how we lost the deal', ['TRANSP:OPAQUE'], 1],
    ['Canceled: how we lost the deal', [], 1],
    ['Canceled: x', ['X-MICROSOFT-CDO-BUSYSTATUS:BUSY', 'TRANSP:TRANSPARENT'], 1],
    ['Canceled orders', [free], 1],
  ])('“%s” with %j', async (title, lines, count) => {
    const found = await starts('DTSTART:20261125T090000Z', `SUMMARY:${title}`, ...lines);
    expect(found).toHaveLength(count);
  });
});

describe('the charset of a calendar', () => {
  const bytesOf = (title: readonly number[]) => {
    const [before = '', after = ''] = calendar(
      event('DTSTART:20261125T090000Z', 'SUMMARY:|'),
    ).split('|');
    return Buffer.concat([Buffer.from(before), Buffer.from(title), Buffer.from(after)]);
  };
  const hex = (text: string) => [...Buffer.from(text, 'hex')];
  it.each<[string, Buffer, string]>([
    ['Shift_JIS', bytesOf(hex('89ef8b6382cc8c8f')), '会議の件'],
    ['EUC-KR', bytesOf(hex('b0e8bee0bcad20c8aec0ce20c8b8c0c7')), '계약서 확인 회의'],
    ['windows-1251', bytesOf(hex('cfebe0ed20e2f1f2f0e5f7e8')), 'План встречи'],
    ['KOI8-R', bytesOf(hex('f0ccc1ce20d7d3d4d2c5dec9')), 'План встречи'],
    ['Big5', bytesOf(hex('b77cc4b3b371aabe')), '會議通知'],
    ['windows-1252', bytesOf(hex('4772f6df652066fc72204be473652c20e7e0')), 'Größe für Käse, çà'],
    ['UTF-8 with one broken byte elsewhere', bytesOf(hex('c3b6')), 'ö'],
  ])('%s', async (_charset, content, title) => {
    const { meetings } = await readCalendarFile(content);
    expect(meetings[0]?.title).toBe(title);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-16 with a mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without one', (text) => Buffer.from(text, 'utf16le')],
    [
      'UTF-16, most significant byte first',
      (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ],
    ['carriage returns alone', (text) => Buffer.from(text.replaceAll('\r\n', '\r'))],
    ['doubled line ends', (text) => Buffer.from(text.replaceAll('\r\n', '\r\r\n'))],
    ['an empty line after each', (text) => Buffer.from(text.replaceAll('\r\n', '\r\n\r\n'))],
    ['blank lines first', (text) => Buffer.from(`\r\n \r\n${text}`)],
  ])('with %s', async (_what, write) => {
    const text = calendar(event('DTSTART:20261125T090000Z', 'SUMMARY:Grö', ' ße'));
    const { meetings } = await readCalendarFile(write(text));
    expect(meetings[0]?.title).toBe('Größe');
  });

  it('is decoded in the quoted-printable texts of vCalendar 1.0', async () => {
    const old = event(
      'DTSTART:20261125T090000Z',
      'SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Gr=F6=DFe =',
      'der Liste',
      'DESCRIPTION;QUOTED-PRINTABLE:one=0D=0Atwo',
    );
    const { meetings } = await readCalendarFile(
      calendar(old).replace('VERSION:2.0', 'VERSION:1.0'),
    );
    expect(meetings[0]?.title).toBe('Größe der Liste');
    expect(meetings[0]?.textBody).toBe('one\ntwo');
  });
});
