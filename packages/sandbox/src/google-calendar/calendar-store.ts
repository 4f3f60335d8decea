import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { CalendarEvent, EventTime } from './calendar-event.ts';

/** The first version of a calendar; Google's tokens do not begin at nothing either. */
const firstVersion = 1000;

export type EntryKind = 'single' | 'series' | 'instance' | 'exception';

/** Times are milliseconds. */
export interface Entry {
  owner: number;
  id: string;
  kind: EntryKind;
  /** The id of the recurring event; undefined for a single event. */
  series: string | undefined;
  uid: string;
  startsAt: number;
  endsAt: number;
  cancelled: boolean;
  /** Whether the API returns only its id. */
  bare: boolean;
  /** For a recurring event: the instant until which its instances are stored. */
  expandedUntil: number | undefined;
  /** The event as it was inserted; of an instance, its times alone. */
  event: CalendarEvent | InstanceTimes;
}

export interface InstanceTimes {
  start: EventTime;
  end: EventTime;
  originalStartTime: EventTime;
}

export interface StoredEntry extends Entry {
  rowId: number;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The calendars' rows. Every row that is written gets the calendar's next version. */
export class CalendarStore {
  readonly #database: DatabaseSync;
  readonly #nextVersion: StatementSync;
  readonly #byId: StatementSync;
  readonly #upsert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#nextVersion = database.prepare(
      'UPDATE calendars SET version = version + 1 WHERE owner = ? RETURNING version',
    );
    this.#byId = database.prepare('SELECT * FROM calendar_events WHERE owner = ? AND id = ?');
    this.#upsert = database.prepare(
      `INSERT INTO calendar_events (owner, id, kind, series, ical_uid, starts_at, ends_at, version,
         created_at, updated_at, cancelled, bare, expanded_until, words, event)
       VALUES (:owner, :id, :kind, :series, :uid, :startsAt, :endsAt, :version,
         :now, :now, :cancelled, :bare, :expandedUntil, :words, :event)
       ON CONFLICT (owner, id) DO UPDATE SET kind = :kind, series = :series, ical_uid = :uid,
         starts_at = :startsAt, ends_at = :endsAt, version = :version, updated_at = :now,
         cancelled = :cancelled, bare = :bare, expanded_until = :expandedUntil, words = :words,
         event = :event`,
    );
  }

  openCalendar(owner: number): void {
    this.#database
      .prepare(
        'INSERT INTO calendars (owner, version, oldest_token) VALUES (:owner, :first, :first)',
      )
      .run({ owner, first: firstVersion });
  }

  version(owner: number): number {
    const row = this.#database.prepare('SELECT version FROM calendars WHERE owner = ?').get(owner);
    return Number(row?.['version']);
  }

  /** Whether a sync token of this version is still valid; undefined when it was never issued. */
  containsToken(owner: number, version: number): boolean | undefined {
    const row = this.#database.prepare('SELECT * FROM calendars WHERE owner = ?').get(owner);
    return version > Number(row?.['version'])
      ? undefined
      : version >= Number(row?.['oldest_token']);
  }

  /** Every sync token given so far is refused from here on. */
  expireTokens(owner: number): void {
    this.#database
      .prepare(
        'UPDATE calendars SET version = version + 1, oldest_token = version + 1 WHERE owner = ?',
      )
      .run(owner);
  }

  find(owner: number, id: string): StoredEntry | undefined {
    const row = this.#byId.get(owner, id);
    return row === undefined ? undefined : toEntry(row);
  }

  ofSeries(owner: number, series: string): StoredEntry[] {
    return this.#database
      .prepare('SELECT * FROM calendar_events WHERE owner = ? AND series = ?')
      .all(owner, series)
      .map(toEntry);
  }

  /** Recurring events whose instances are stored no further than `until`. */
  expandedOnlyUntil(owner: number, until: number): StoredEntry[] {
    return this.#database
      .prepare(
        `SELECT * FROM calendar_events
         WHERE owner = ? AND kind = 'series' AND cancelled = 0 AND expanded_until < ?`,
      )
      .all(owner, until)
      .map(toEntry);
  }

  save(entry: Entry, now: number): void {
    const { owner, id, kind, series, uid, startsAt, endsAt, cancelled, bare, expandedUntil } =
      entry;
    const version = this.#nextVersion.get(owner)?.['version'];
    this.#upsert.run({
      owner,
      id,
      kind,
      uid,
      startsAt,
      endsAt,
      now,
      series: series ?? null,
      version: version ?? null,
      cancelled: Number(cancelled),
      bare: Number(bare),
      expandedUntil: expandedUntil ?? null,
      words: wordsOf(entry.event),
      event: JSON.stringify(entry.event),
    });
  }

  /** Stores how far a recurring event is expanded and when it ends; its version stays the same. */
  noteExpansion({ owner, id }: Entry, until: number, endsAt: number): void {
    this.#database
      .prepare(
        'UPDATE calendar_events SET expanded_until = ?, ends_at = ? WHERE owner = ? AND id = ?',
      )
      .run(until, endsAt, owner, id);
  }
}

export function toEntry(row: Record<string, SQLOutputValue>): StoredEntry {
  return {
    rowId: Number(row['row_id']),
    owner: Number(row['owner']),
    id: String(row['id']),
    kind: String(row['kind']) as EntryKind,
    series: row['series'] === null ? undefined : String(row['series']),
    uid: String(row['ical_uid']),
    startsAt: Number(row['starts_at']),
    endsAt: Number(row['ends_at']),
    version: Number(row['version']),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    cancelled: row['cancelled'] === 1,
    bare: row['bare'] === 1,
    expandedUntil: row['expanded_until'] === null ? undefined : Number(row['expanded_until']),
    event: JSON.parse(String(row['event'])) as CalendarEvent | InstanceTimes,
  };
}

/** The text that the parameter `q` searches, in lower case. */
function wordsOf(event: CalendarEvent | InstanceTimes): string {
  if (!('summary' in event || 'attendees' in event || 'description' in event)) {
    return '';
  }
  const { summary, description, location, attendees = [], organizer } = event;
  return [
    summary,
    description,
    location,
    ...[...attendees, organizer].flatMap((person) => [person?.displayName, person?.email]),
  ]
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase();
}
