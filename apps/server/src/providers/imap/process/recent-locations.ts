import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { LRUCache } from 'lru-cache';
import { MAX_REMEMBERED } from '../imap-limits.ts';

/** The locations of the emails on the pages that were returned last. */
export interface RecentLocations {
  add: (locations?: readonly ItemLocation[]) => void;
  of: (id: string) => ItemLocation[];
}

/**
 * Remembers locations until they are stored. A page is stored after its emails were read. Until then the
 * database does not know the locations of an email from a process that has ended, nor that the email is also
 * in another folder.
 */
export function createRecentLocations(): RecentLocations {
  const byId = new LRUCache<string, Map<string, ItemLocation>>({ max: MAX_REMEMBERED });
  return {
    add: (locations = []) => {
      for (const location of locations) {
        const { id, folder, validity, uid } = location;
        const known = byId.peek(id) ?? new Map<string, ItemLocation>();
        known.set(JSON.stringify([folder, validity, uid]), location);
        byId.set(id, known);
      }
    },
    of: (id) => [...(byId.peek(id)?.values() ?? [])],
  };
}
