import type { UnreadableItem } from '../../modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '../../modules/integrations/provider/item-location.ts';
import { plainText } from '../../platform/net/plain-text.ts';
import { unreadableAt } from '../calendar/map-occurrence.ts';

/**
 * A calendar that is skipped, listed among the failed items. Its location is the calendar's own address, which no event
 * has, so that it is forgotten when the calendar is read again or gone.
 */
export function skippedCalendar(href: string): { location: ItemLocation; item: UnreadableItem } {
  const location = unreadableAt(href);
  return { location, item: { id: location.id, reason: calendarProblem(href) } };
}

/** Describes for users why a calendar is skipped. */
export function calendarProblem(href: string): string {
  const { pathname } = new URL(href);
  return `The calendar “${plainText(decode(pathname))}” cannot be read, so new meetings in it are missing. The server does not list it, but does not say that it is gone. Check whether your calendar program can open it.`;
}

/** Whether a location is that of a whole calendar. */
export const isOfCalendar = (folder: string): boolean => folder.endsWith('/');

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
