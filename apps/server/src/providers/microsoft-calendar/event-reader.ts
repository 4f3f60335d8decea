import { readGraphPage } from '../microsoft-auth/graph-page.ts';
import type { GraphSession } from '../microsoft-auth/graph-session.ts';
import { isMissing } from '../microsoft-auth/microsoft-failure.ts';
import {
  INSTANCE_PAGE_SIZE,
  MAX_INSTANCE_PAGES,
  MAX_KEPT_EVENTS,
  MAX_KEPT_SERIES,
} from './calendar-limits.ts';
import { EVENT_FIELDS, type GraphEvent, PREFER_PLAIN, readEvent } from './event.ts';

/** Reads whole events, and the series of occurrences. */
export interface EventReader {
  /** Keeps whole events that came with a page, since they are read soon. */
  keep: (events: readonly GraphEvent[]) => void;
  /** Events that changed since they were kept. */
  forget: (ids: Iterable<string>) => void;
  /** Keeps a series that came with a page. */
  keepSeries: (master: GraphEvent) => void;
  /** Undefined when there is no such event. */
  read: (id: string) => Promise<GraphEvent | undefined>;
  /** The series of an occurrence, requested once; undefined for other events, and when it is gone. */
  seriesOf: (event: Pick<GraphEvent, 'seriesMasterId'>) => Promise<GraphEvent | undefined>;
  /** Requests the occurrences of a series between two times together, and keeps those with these ids. */
  keepInstances: (
    seriesId: string,
    window: { from: Date; to: Date; ids: ReadonlySet<string> },
  ) => Promise<void>;
}

export function createEventReader(graph: GraphSession): EventReader {
  const kept = new Map<string, GraphEvent>();
  const series = new Map<string, Promise<GraphEvent | undefined>>();

  const keep = (events: readonly GraphEvent[]) => {
    for (const event of events) kept.set(event.id, event);
    dropOldest(kept, MAX_KEPT_EVENTS);
  };
  const request = async (id: string): Promise<GraphEvent | undefined> => {
    try {
      const path = `/me/events/${encodeURIComponent(id)}?$select=${EVENT_FIELDS}`;
      return readEvent(await graph.get({ path, prefer: PREFER_PLAIN }));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  return {
    keep,
    keepSeries(master) {
      series.set(master.id, Promise.resolve(master));
      dropOldest(series, MAX_KEPT_SERIES);
    },
    forget(ids) {
      for (const id of ids) kept.delete(id);
    },
    read: async (id) => kept.get(id) ?? request(id),
    seriesOf({ seriesMasterId }) {
      if (seriesMasterId == null) return Promise.resolve(undefined);
      const known = series.get(seriesMasterId);
      if (known !== undefined) return known;
      const requested = request(seriesMasterId);
      // A failure is not kept.
      requested.catch(() => series.delete(seriesMasterId));
      series.set(seriesMasterId, requested);
      dropOldest(series, MAX_KEPT_SERIES);
      return requested;
    },
    async keepInstances(seriesId, { from, to, ids }) {
      const query = new URLSearchParams({
        startDateTime: from.toISOString(),
        endDateTime: to.toISOString(),
        $select: EVENT_FIELDS,
        $top: String(INSTANCE_PAGE_SIZE),
      });
      let path: string | undefined =
        `/me/events/${encodeURIComponent(seriesId)}/instances?${query}`;
      for (let pages = 0; path !== undefined && pages < MAX_INSTANCE_PAGES; pages += 1) {
        const answer: unknown = await graph.get({ path, prefer: PREFER_PLAIN });
        const page = readGraphPage(answer, readEvent);
        keep(page.items.filter(({ id }) => ids.has(id)));
        path = page.nextLink === undefined ? undefined : graph.relativeLink(page.nextLink);
      }
    },
  };
}

function dropOldest(map: Map<string, unknown>, size: number): void {
  if (map.size <= size) return;
  for (const oldest of [...map.keys()].slice(0, map.size - size)) map.delete(oldest);
}
