import type { UnreadableItem } from '#modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { plainText } from '#platform/net/plain-text.ts';
import { unreadableAt } from '../calendar/map-occurrence.ts';
import { describeRefusal } from './dav/dav-failure.ts';

/**
 * A calendar that is skipped, listed among the failed items. Its location is the calendar's own address, which no event
 * has, so that it is forgotten when the calendar is read again or gone.
 */
export function skippedCalendar(
  href: string,
  refusal?: Error,
): { location: ItemLocation; item: UnreadableItem } {
  const location = unreadableAt(href);
  return { location, item: { id: location.id, reason: calendarProblem(href, refusal) } };
}

/**
 * Describes for users why a calendar is skipped.
 *
 * @param refusal of a calendar that is listed.
 */
export function calendarProblem(href: string, refusal?: Error): string {
  const { pathname } = new URL(href);
  const reason =
    refusal === undefined
      ? 'The server does not list it, but does not say that it is gone.'
      : describeRefusal(refusal);
  return `The calendar “${plainText(decode(pathname))}” cannot be read, so new meetings in it are missing. ${reason} Check whether your calendar program can open it.`;
}

/**
 * The entry for a window, which lacks the calendar's meetings: they are read as changes when it can be read.
 */
export function skippedInWindow(href: string, refusal: Error): ReturnType<typeof skippedCalendar> {
  const { item, location } = skippedCalendar(href, refusal);
  return { item, location: { ...location, uid: IN_WINDOW } };
}

const IN_WINDOW = 1;

export interface Skipped {
  isSkipped: boolean;
  /** Whether windows were listed without it. */
  lacksWindow: boolean;
}

/** @param locations the stored ones of the item that represents the calendar. */
export function readSkipped(href: string, locations: readonly ItemLocation[]): Skipped {
  const own = locations.filter(({ folder }) => folder === href);
  return { isSkipped: own.length > 0, lacksWindow: own.some(({ uid }) => uid === IN_WINDOW) };
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
