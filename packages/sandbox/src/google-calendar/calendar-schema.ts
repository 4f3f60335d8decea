/**
 * One row for each thing that the API may list: a single event, a recurring one (`series`), each of
 * its instances, and each instance that differs (`exception`). `version` counts up with every
 * change in a calendar; a sync token is a version. Milliseconds; `event` is what was put in, as
 * JSON, for an instance only its times. `bare`: the API returns only its id.
 */
export const calendarSchema = `
  CREATE TABLE calendars (
    owner INTEGER PRIMARY KEY REFERENCES owners (id),
    version INTEGER NOT NULL,
    oldest_token INTEGER NOT NULL
  );
  CREATE TABLE calendar_events (
    row_id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES calendars (owner),
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    series TEXT,
    ical_uid TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    bare INTEGER NOT NULL,
    expanded_until INTEGER,
    words TEXT NOT NULL,
    event TEXT NOT NULL,
    UNIQUE (owner, id)
  );
  CREATE INDEX calendar_events_by_version ON calendar_events (owner, version);
  CREATE INDEX calendar_events_by_series ON calendar_events (owner, series);
  CREATE INDEX calendar_events_by_start ON calendar_events (owner, starts_at)`;
