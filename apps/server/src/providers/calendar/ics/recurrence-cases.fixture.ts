const berlin = (stamp: string) => `DTSTART;TZID=Europe/Berlin:${stamp}`;
export const change = (id: string, ...lines: string[]) => [`RECURRENCE-ID${id}`, ...lines];

export const custom = [
  'BEGIN:VTIMEZONE',
  'TZID:Our own time',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:19700329T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0300',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

/** Ways to recur, with what is expected of them, computed by hand; days of all-day events. */
export const recurrenceCases: [
  name: string,
  events: string[][],
  expected: string[],
  more?: string[],
][] = [
  ['a single event in UTC', [['DTSTART:20240305T100000Z']], ['2024-03-05T10:00Z']],
  ['a single event in a zone', [[berlin('20240705T100000')]], ['2024-07-05T08:00Z']],
  [
    'a weekly series over the beginning of summer time',
    [[berlin('20240320T100000'), 'RRULE:FREQ=WEEKLY;COUNT=3']],
    ['2024-03-20T09:00Z', '2024-03-27T09:00Z', '2024-04-03T08:00Z'],
  ],
  [
    'times that clocks skip: as if they had not changed',
    [[berlin('20240330T023000'), 'RRULE:FREQ=DAILY;COUNT=3']],
    ['2024-03-30T01:30Z', '2024-03-31T01:30Z', '2024-04-01T00:30Z'],
  ],
  [
    'times that clocks show twice: the first',
    [[berlin('20241026T023000'), 'RRULE:FREQ=DAILY;COUNT=3']],
    ['2024-10-26T00:30Z', '2024-10-27T00:30Z', '2024-10-28T01:30Z'],
  ],
  [
    'UNTIL in UTC, itself included',
    [[berlin('20240701T100000'), 'RRULE:FREQ=DAILY;UNTIL=20240703T080000Z']],
    ['2024-07-01T08:00Z', '2024-07-02T08:00Z', '2024-07-03T08:00Z'],
  ],
  [
    'UNTIL of a day, for events with a time',
    [['DTSTART;TZID=America/New_York:20240701T220000', 'RRULE:FREQ=DAILY;UNTIL=20240702']],
    ['2024-07-02T02:00Z', '2024-07-03T02:00Z'],
  ],
  [
    'EXDATE in the zone of the series',
    [
      [
        berlin('20240701T100000'),
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID=Europe/Berlin:20240702T100000',
      ],
    ],
    ['2024-07-01T08:00Z', '2024-07-03T08:00Z'],
  ],
  [
    'EXDATE in UTC, several of them',
    [
      [
        berlin('20240701T100000'),
        'RRULE:FREQ=DAILY;COUNT=4',
        'EXDATE:20240702T080000Z,20240703T080000Z',
      ],
    ],
    ['2024-07-01T08:00Z', '2024-07-04T08:00Z'],
  ],
  [
    'EXDATE of a day',
    [[berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20240702']],
    ['2024-07-01T08:00Z', '2024-07-03T08:00Z'],
  ],
  [
    'RDATE beside a rule',
    [[berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20240710T120000Z']],
    ['2024-07-01T08:00Z', '2024-07-02T08:00Z', '2024-07-10T12:00Z'],
  ],
  [
    'RDATE without a rule: the start as well',
    [[berlin('20240701T100000'), 'RDATE;TZID=Europe/Berlin:20240705T110000']],
    ['2024-07-01T08:00Z', '2024-07-05T09:00Z'],
  ],
  [
    'RDATE with periods',
    [['DTSTART:20240701T100000Z', 'RDATE;VALUE=PERIOD:20240703T100000Z/PT2H']],
    ['2024-07-01T10:00Z', '2024-07-03T10:00Z'],
  ],
  [
    'an occurrence that is moved',
    [
      [berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=3'],
      change(';TZID=Europe/Berlin:20240702T100000', berlin('20240709T150000')),
    ],
    ['2024-07-01T08:00Z', '2024-07-03T08:00Z', '2024-07-09T13:00Z'],
  ],
  [
    'an occurrence that is moved, named in UTC',
    [
      [berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=2'],
      change(':20240702T080000Z', 'DTSTART:20240702T200000Z'),
    ],
    ['2024-07-01T08:00Z', '2024-07-02T20:00Z'],
  ],
  [
    'an occurrence that is cancelled',
    [
      [berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=3'],
      change(':20240702T080000Z', berlin('20240702T100000'), 'STATUS:CANCELLED'),
    ],
    ['2024-07-01T08:00Z', '2024-07-03T08:00Z'],
  ],
  [
    'a series that is cancelled',
    [[berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=3', 'STATUS:CANCELLED']],
    [],
  ],
  [
    'all that follow are moved',
    [
      [berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=4'],
      change(';RANGE=THISANDFUTURE;TZID=Europe/Berlin:20240703T100000', berlin('20240703T120000')),
    ],
    ['2024-07-01T08:00Z', '2024-07-02T08:00Z', '2024-07-03T10:00Z', '2024-07-04T10:00Z'],
  ],
  [
    'an invitation to one occurrence, without its series',
    [change(';TZID=Europe/Berlin:20240703T100000', berlin('20240703T110000'))],
    ['2024-07-03T09:00Z'],
  ],
  [
    'all day long, with an exception',
    [['DTSTART;VALUE=DATE:20240701', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20240702']],
    ['2024-07-01', '2024-07-03'],
  ],
  [
    'all day long, every year on 29 February',
    [['DTSTART;VALUE=DATE:20200229', 'RRULE:FREQ=YEARLY;COUNT=3']],
    ['2020-02-29', '2024-02-29', '2028-02-29'],
  ],
  [
    'every month on the 31st: months without one are left out',
    [['DTSTART:20240131T100000Z', 'RRULE:FREQ=MONTHLY;COUNT=3']],
    ['2024-01-31T10:00Z', '2024-03-31T10:00Z', '2024-05-31T10:00Z'],
  ],
  [
    'the last Friday of each month',
    [['DTSTART:20240126T100000Z', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3']],
    ['2024-01-26T10:00Z', '2024-02-23T10:00Z', '2024-03-29T10:00Z'],
  ],
  [
    'the last working day of each month',
    [['DTSTART:20240131T100000Z', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3']],
    ['2024-01-31T10:00Z', '2024-02-29T10:00Z', '2024-03-29T10:00Z'],
  ],
  [
    'every other week on two days, weeks beginning on Sunday',
    [['DTSTART:20240107T100000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU;COUNT=4']],
    ['2024-01-07T10:00Z', '2024-01-09T10:00Z', '2024-01-21T10:00Z', '2024-01-23T10:00Z'],
  ],
  [
    'the name that Windows gives to a zone',
    [['DTSTART;TZID=W. Europe Standard Time:20240701T100000']],
    ['2024-07-01T08:00Z'],
  ],
  [
    'a zone that only the resource defines',
    [['DTSTART;TZID=Our own time:20240320T100000', 'RRULE:FREQ=MONTHLY;COUNT=2']],
    ['2024-03-20T08:00Z', '2024-04-20T07:00Z'],
    custom,
  ],
  [
    'a time without a zone: in that of the calendar',
    [['DTSTART:20240701T100000', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20240702T100000']],
    ['2024-07-01T14:00Z'],
  ],
];
