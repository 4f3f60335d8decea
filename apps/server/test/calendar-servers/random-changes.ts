import type { createOwner } from './calendar-owner.ts';
import { stampOf, writeEvent } from './calendar-owner.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** An event, or a series whose occurrences are known without reading a rule. */
interface ModelEvent {
  file: string;
  folder: string;
  title: string;
  start: number;
  /** Between two occurrences; milliseconds. */
  every: number;
  count: number;
  excluded: Set<number>;
  moved: Map<number, number>;
  cancelled: Set<number>;
  guest: string;
  hasDeclined: boolean;
}

/** Random changes by the owner of a calendar, with what has to be stored after each. */
export function createRandomChanges(
  owner: ReturnType<typeof createOwner>,
  folders: readonly [main: string, second: string],
  random: (below: number) => number,
) {
  const events = new Map<string, ModelEvent>();
  const [main, second] = folders;
  let made = 0;
  let hasSecond = false;

  const write = async (event: ModelEvent) => {
    events.set(event.file, event);
    await owner.put(event.file, toIcs(event), event.folder);
  };
  const any = (): ModelEvent | undefined => [...events.values()][random(events.size || 1)];
  const anyStart = () =>
    Math.floor(Date.now() / hourMs) * hourMs + (random(60 * 24) - 40 * 24) * hourMs;
  const anyOccurrence = ({ count }: ModelEvent) => random(count);

  const add = async (every: number, count: number) => {
    made += 1;
    await write({
      file: `event-${made}`,
      folder: hasSecond && random(3) === 0 ? second : main,
      title: `meeting ${made}`,
      start: anyStart(),
      every,
      count,
      excluded: new Set(),
      moved: new Map(),
      cancelled: new Set(),
      guest: 'bob@acme.com',
      hasDeclined: false,
    });
  };
  const changed = (change: (event: ModelEvent) => void) => async () => {
    const event = any();
    if (event === undefined) return add(dayMs, 1);
    change(event);
    return write(event);
  };

  const changes: Record<string, () => Promise<void>> = {
    'add an event': () => add(dayMs, 1),
    'add a weekly series': () => add(7 * dayMs, 2 + random(6)),
    'add a daily series': () => add(dayMs, 2 + random(10)),
    rename: changed((event) => {
      event.title = `${event.title.split(' named')[0]} named ${random(1000)}`;
    }),
    'move all': changed((event) => {
      event.start = anyStart();
      event.excluded.clear();
      event.moved.clear();
      event.cancelled.clear();
    }),
    'exclude an occurrence': changed((event) => event.excluded.add(anyOccurrence(event))),
    'cancel an occurrence': changed((event) => event.cancelled.add(anyOccurrence(event))),
    'move an occurrence': changed((event) =>
      event.moved.set(anyOccurrence(event), anyStart() + hourMs / 2),
    ),
    'change the guest': changed((event) => {
      event.guest = event.guest === 'bob@acme.com' ? 'eve@other.example' : 'bob@acme.com';
    }),
    'decline or accept': changed((event) => {
      event.hasDeclined = !event.hasDeclined;
    }),
    'write it again': changed(() => {}),
    delete: async () => {
      const event = any();
      if (event === undefined) return;
      events.delete(event.file);
      await owner.remove(event.file, event.folder);
    },
    'move to the other calendar': async () => {
      const event = any();
      if (event === undefined || !hasSecond) return;
      await owner.remove(event.file, event.folder);
      event.folder = event.folder === main ? second : main;
      await write(event);
    },
    'make or delete a calendar': async () => {
      if (hasSecond && random(3) > 0) return;
      if (hasSecond) {
        await owner.removeCalendar(second);
        for (const { file, folder } of events.values()) if (folder === second) events.delete(file);
      } else await owner.makeCalendar(second);
      hasSecond = !hasSecond;
    },
  };
  const kinds = Object.keys(changes);

  return {
    /** Makes the next change; returns its name. */
    next: async (): Promise<string> => {
      const kind = kinds[random(kinds.length)] ?? '';
      await changes[kind]?.();
      return kind;
    },
    /** The expected titles and times. */
    there: (): string[] => [...events.values()].flatMap(occurrencesOf).sort(),
  };
}

function occurrencesOf(event: ModelEvent): string[] {
  const { title, start, every, count, excluded, moved, cancelled, guest, hasDeclined } = event;
  if (guest !== 'bob@acme.com' || hasDeclined) return [];
  return Array.from({ length: count }, (_, nth) => nth).flatMap((nth) => {
    if (cancelled.has(nth)) return [];
    const to = moved.get(nth);
    if (to !== undefined) return [`${title} (moved) ${new Date(to).toISOString()}`];
    return excluded.has(nth) ? [] : [`${title} ${new Date(start + nth * every).toISOString()}`];
  });
}

function toIcs(event: ModelEvent): string {
  const { file, title, start, every, count, excluded, moved, cancelled, guest, hasDeclined } =
    event;
  const original = (nth: number) => stampOf(new Date(start + nth * every));
  const others = [
    ...[...moved]
      .filter(([nth]) => !cancelled.has(nth))
      .map(([nth, to]) => [
        `RECURRENCE-ID:${original(nth)}`,
        `DTSTART:${stampOf(new Date(to))}`,
        `SUMMARY:${title} (moved)`,
      ]),
    ...[...cancelled].map((nth) => [
      `RECURRENCE-ID:${original(nth)}`,
      `DTSTART:${original(nth)}`,
      'STATUS:CANCELLED',
    ]),
  ];
  const frequency = every === dayMs ? 'DAILY' : 'WEEKLY';
  const more = [
    ...(count > 1 || others.length + excluded.size > 0
      ? [`RRULE:FREQ=${frequency};COUNT=${count}`]
      : []),
    ...[...excluded].map((nth) => `EXDATE:${original(nth)}`),
  ];
  return writeEvent({
    uid: `${file}@example.org`,
    title,
    start: new Date(start),
    more,
    others,
    guest,
    hasDeclined,
  });
}
