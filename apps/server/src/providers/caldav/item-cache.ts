import { MAX_REMEMBERED, MAX_REMEMBERED_WEIGHT } from './caldav-limits.ts';
import type { MeetingItem } from '../calendar/map-occurrence.ts';

/** Remembers the items of events that were read, so that they need not be requested again. */
export interface ItemCache {
  get: (id: string) => MeetingItem | undefined;
  /** Replaces what is known of an event. */
  set: (href: string, items: readonly MeetingItem[]) => void;
}

export function createItemCache(): ItemCache {
  const byId = new Map<string, MeetingItem>();
  const byEvent = new Map<string, readonly MeetingItem[]>();
  let weight = 0;
  const forget = (href: string) => {
    for (const { location, weight: own } of byEvent.get(href) ?? []) {
      weight -= own;
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
      for (const item of items) {
        byId.set(item.location.id, item);
        weight += item.weight;
      }
      for (const oldest of byEvent.keys()) {
        const isFull = byId.size > MAX_REMEMBERED || weight > MAX_REMEMBERED_WEIGHT;
        if (!isFull || oldest === href) break;
        forget(oldest);
      }
    },
  };
}
