import { MAX_REMEMBERED } from './caldav-limits.ts';
import type { MeetingItem } from './map-occurrence.ts';

/** Remembers the items of events that were read, so that they need not be requested again. */
export interface ItemCache {
  get: (id: string) => MeetingItem | undefined;
  /** Replaces what is known of an event. */
  set: (href: string, items: readonly MeetingItem[]) => void;
}

export function createItemCache(): ItemCache {
  const byId = new Map<string, MeetingItem>();
  const byEvent = new Map<string, readonly MeetingItem[]>();
  const forget = (href: string) => {
    for (const { location } of byEvent.get(href) ?? []) {
      if (byId.get(location.id)?.location.folder === href) byId.delete(location.id);
    }
    byEvent.delete(href);
  };
  return {
    get: (id) => byId.get(id),
    set: (href, items) => {
      forget(href);
      if (items.length === 0) return;
      byEvent.set(href, items);
      for (const item of items) byId.set(item.location.id, item);
      for (const oldest of byEvent.keys()) {
        if (byId.size <= MAX_REMEMBERED || oldest === href) break;
        forget(oldest);
      }
    },
  };
}
