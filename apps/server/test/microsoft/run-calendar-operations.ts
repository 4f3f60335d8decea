import { control } from '@repo/sandbox/testing/control';
import type { Sandbox } from '@repo/sandbox/start-sandbox';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import { mapEvent } from '../../src/providers/google-calendar/map-event.ts';
import { createMicrosoftCalendar } from '../../src/providers/microsoft-calendar/microsoft-calendar.ts';
import { openCalendar } from '../../src/providers/microsoft-calendar/open-calendar.ts';
import { createMailboxLimits } from '../../src/providers/microsoft-auth/mailbox-limits.ts';
import { createRandom } from './create-random.ts';
import { followSource } from './follow-source.ts';
import {
  chooseStep,
  connectSessions,
  failingSteps,
  settingsOf,
  type WeightedStep,
} from './random-operations.ts';
import type { OperationsOptions, OperationsResult } from './run-operations.ts';

type GoogleEvent = Parameters<typeof mapEvent>[0] & { recurringEventId?: string };

const DAY_MS = 86_400_000;
const MAX_EVENTS = 300;

/**
 * Changes a calendar of the stand-in at random, syncs in between with failures and kills, and compares what is stored
 * with what Google's provider makes of the same events.
 */
export async function runCalendarOperations(
  options: Omit<OperationsOptions, 'sandbox'> & { sandbox: Pick<Sandbox, 'url'> },
): Promise<OperationsResult> {
  const { sandbox, address, operations, every, switches } = options;
  const random = createRandom(options.seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const settings = settingsOf(sandbox.url);
  const session = await connectSessions(createMicrosoftCalendar(settings), address);
  const limits = createMailboxLimits(async () => {})(address);
  const followed = followSource(() => openCalendar(settings, session(), limits), describeMeeting);
  const call = <T>(method: string, path: string, body?: object) =>
    control<T>(sandbox.url, method, path, body);
  const events = `google-calendar/${address}/events`;
  const see = async () => (await call<{ events: GoogleEvent[] }>('GET', events)).events;
  const at = (time: number) => ({
    dateTime: new Date(time).toISOString(),
    timeZone: 'Europe/Berlin',
  });
  const someTime = () => {
    const start = Math.floor((Date.now() + (random() - 0.5) * 60 * DAY_MS) / 900_000) * 900_000;
    return { start: at(start), end: at(start + 1_800_000) };
  };
  let made = 0;
  const newEvent = () => {
    made += 1;
    return {
      id: `event${made}`,
      iCalUID: `uid${made}@acme.com`,
      summary: `number ${made}`,
      description: pick(['', 'Notes', '  two\nlines ']),
      location: pick(['', 'Room 1']),
      visibility: pick(['default', 'default', 'default', 'private', 'confidential']),
      attendees: [
        { email: address, responseStatus: pick(['accepted', 'accepted', 'declined']) },
        { email: pick(['bob@acme.com', 'eve@other.example']), displayName: 'Bob' },
        { email: 'room@acme.com', resource: true },
      ],
    };
  };
  const onOne =
    (act: (path: string, event: GoogleEvent) => Promise<unknown>) => async (now: GoogleEvent[]) => {
      const event = pick(now);
      if (event?.id) await act(`${events}/${event.id}`, event);
    };
  const onSeries = (act: (path: string) => Promise<unknown>) => async (now: GoogleEvent[]) => {
    const series = pick(now.flatMap(({ recurringEventId }) => recurringEventId ?? []));
    if (series !== undefined) await act(`${events}/${series}`);
  };

  const steps: WeightedStep<GoogleEvent[]>[] = [
    [6, () => call('POST', events, { ...newEvent(), ...someTime() })],
    [
      1,
      () => {
        const day = new Date(Date.now() + Math.floor(random() * 20) * DAY_MS);
        const [start, end] = [day, new Date(day.getTime() + DAY_MS)].map((one) => ({
          date: one.toISOString().slice(0, 10),
        }));
        return call('POST', events, { ...newEvent(), start, end });
      },
    ],
    [
      4,
      async (now) => {
        if (now.length > MAX_EVENTS) return;
        const rule = pick(['FREQ=WEEKLY', 'FREQ=DAILY;COUNT=9', 'FREQ=WEEKLY;COUNT=4']) ?? '';
        await call('POST', events, { ...newEvent(), ...someTime(), recurrence: [`RRULE:${rule}`] });
      },
    ],
    [3, onOne((path) => call('PATCH', path, { summary: `new ${(made += 1)}` }))],
    [3, onOne((path) => call('PATCH', path, someTime()))],
    [3, onOne((path) => call('DELETE', path))],
    [1, onOne((path) => call('POST', `${path}/cancel`))],
    [2, onSeries((path) => call('PATCH', path, { summary: `series ${(made += 1)}` }))],
    [1, onSeries((path) => call('DELETE', path))],
    [0.5, () => call('POST', `microsoft/${address}/expire-links`)],
    ...failingSteps(sandbox.url, random),
    [3, () => followed.sync(1 + Math.floor(random() * 3))],
    [3, () => followed.sync()],
  ];

  const result: OperationsResult = { comparisons: 0, stored: 0, differences: [] };
  await call('POST', 'microsoft/switches', switches);
  for (let done = 1; done <= operations; done += 1) {
    await chooseStep(steps, random)?.(await see());
    if (done % every > 0) continue;
    await call('DELETE', 'faults');
    await followed.sync();
    const there = (await see()).flatMap((event) => {
      const meeting = mapEvent(event);
      return meeting === undefined ? [] : [describeMeeting(meeting)];
    });
    const stored = [...followed.stored.values()];
    const [superfluous, missing] = [
      stored.filter((one) => !there.includes(one)),
      there.filter((one) => !stored.includes(one)),
    ];
    if (superfluous.length + missing.length > 0) result.differences.push({ superfluous, missing });
    result.comparisons += 1;
  }
  result.stored = followed.stored.size;
  return result;
}

/** What is the same for all providers. */
const describeMeeting = ({
  key,
  series,
  title,
  summary,
  location,
  textBody,
  participants,
  startTime,
  endTime,
  isAllDay,
  isPrivate,
}: ActivityToCapture): string =>
  JSON.stringify({
    key,
    series,
    title,
    summary,
    location,
    text: textBody?.trim(),
    participants,
    startTime,
    endTime,
    isAllDay,
    isPrivate,
  });
