import { createWorkerLab, type WorkerLab } from '../mail-servers/worker-lab.ts';
import { createRandom } from '../mail-servers/random-operations.ts';
import { createOwner } from './calendar-owner.ts';
import { createRandomChanges } from './random-changes.ts';
import { startCalendarFront } from './start-calendar-front.ts';
import { calendarPassword, type CalendarServerName, startCalendars } from './start-calendars.ts';

interface CalendarChangesOptions {
  /** A migrated database that no one else uses. */
  databaseUrl: string;
  server: CalendarServerName;
  changes: number;
  /** Number of changes between two comparisons. */
  every: number;
  /** Number of times the worker is killed. */
  kills: number;
  seed: number;
  /** Whether the server returns no sync tokens. */
  hasNoTokens?: boolean;
  say?: (line: string) => void;
}

export interface CalendarChangesResult {
  counts: Map<string, number>;
  comparisons: number;
  stored: number;
  /** The differences: what is stored but does not exist, or the reverse. */
  differences: string[];
}

/**
 * Makes random changes to calendars while they are synced and the worker is killed, and regularly
 * compares what is stored with what the calendars have.
 */
export async function runCalendarChanges({
  databaseUrl,
  server: name,
  changes: count,
  every,
  kills,
  seed,
  hasNoTokens = false,
  say = () => {},
}: CalendarChangesOptions): Promise<CalendarChangesResult> {
  const server = await startCalendars(name);
  const front = await startCalendarFront(server.port);
  if (hasNoTokens) {
    front.rewrite((body) =>
      body.replaceAll(/<([\w]+:)?sync-token>[^<]*<\/([\w]+:)?sync-token>/g, ''),
    );
  }
  const base = `https://127.0.0.1:${front.port}`;
  const home = server.calendar.replace(/[^/]+\/$/, '');
  const lab = await createWorkerLab({
    databaseUrl,
    provider: 'caldav',
    credentials: {
      user: server.user,
      password: calendarPassword,
      server: { host: '127.0.0.1', port: front.port, security: 'tls' },
      homes: [`${base}${home}`],
      principal: `${base}/alice/`,
      addresses: ['alice@example.org'],
    },
    ca: front.ca,
  });
  const random = createRandom(seed);
  const owner = createOwner(server);
  const changes = createRandomChanges(owner, [server.calendar, `${home}second/`], random);
  const counts = new Map<string, number>();
  const differences: string[] = [];
  let comparisons = 0;
  let stored = 0;
  try {
    await lab.settle();
    for (let number = 1; number <= count; number += 1) {
      const kind = await changes.next();
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (random(3) === 0) await lab.wake();
      if (kills > 0 && number % Math.ceil(count / (kills + 1)) === 0) {
        await lab.wake();
        await lab.killWorker();
        counts.set('kill -9', (counts.get('kill -9') ?? 0) + 1);
      }
      if (number % every !== 0 && number !== count) continue;
      await lab.settle();
      const there = changes.there();
      const found = await storedMeetings(lab);
      const differ = [
        ...withoutEach(there, found).map((one) => `missing: ${one}`),
        ...withoutEach(found, there).map((one) => `not there: ${one}`),
      ];
      differences.push(...differ.map((one) => `after ${number}: ${one}`));
      comparisons += 1;
      stored = found.length;
      say(`${number} changes, ${stored} stored, ${differences.length} differences`);
    }
    return { counts, comparisons, stored, differences };
  } finally {
    await lab.stop();
    await front.close();
    await server.stop();
  }
}

async function storedMeetings({ db }: WorkerLab): Promise<string[]> {
  const rows = await db
    .selectFrom('captured_activities')
    .select(['title', 'occurred_at as at'])
    .execute();
  return rows.map(({ title, at }) => `${title} ${at.toISOString()}`).sort();
}

/** The items that one list has more often than another. */
function withoutEach(some: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
