import type { TimelinePage, WindowSummary } from '@repo/contract/accounts';
import { addDays, daysBetween, type BusinessDay } from '@repo/domain/time/business-day';
import {
  windowDays,
  windowEndAfter,
  windowEndBefore,
  windowStart,
  type WindowSize,
} from '@repo/domain/time/timeline-window';
import type { FeedItem } from '../feed/feed-item.ts';
import { dayOf, startOfDay } from '#lib/time/workspace-day.ts';

/**
 * The part of the timeline to request: of the window that ends with a day, all or from a position
 * on.
 */
export type PartRequest = {
  end: BusinessDay;
  before?: string;
  after?: string;
  /** Only activities after this day belong to the part; the rest is in the parts below. */
  newerThan?: BusinessDay;
};

export type TimelinePart = {
  items: FeedItem[];
  /** Whether the response reached the day that the part is `newerThan`. */
  reachedFloor: boolean;
  /** Absent from a server that returns whole windows. */
  page: TimelinePage | undefined;
  summary: WindowSummary | undefined;
};

/**
 * With a server that does not report where activities are, this number of empty days ends the feed, in either
 * direction.
 */
const MAX_GAP = windowDays['12W'];

/** So many parts in a row without anything new end the feed: some servers would never end it. */
const MAX_IDLE_PARTS = 10;

/** The first part of a feed: the newest of the window, or the part that begins with a chosen day. */
export function firstRequest(
  size: WindowSize,
  end: BusinessDay,
  leadingDay: BusinessDay | undefined,
): PartRequest {
  if (leadingDay === undefined) return { end };
  if (leadingDay > end || leadingDay < windowStart(size, end)) return { end: leadingDay };
  return { end, before: startOfDay(addDays(leadingDay, 1)).toISOString() };
}

/** The part below the last one; undefined at the end of all activities, or of the readable ones. */
export function olderRequest(
  size: WindowSize,
  parts: readonly TimelinePart[],
  requests: readonly PartRequest[],
): PartRequest | undefined {
  const next = followingRequest(size, parts, requests);
  return leadsOn(next, parts, requests) ? next : undefined;
}

/** Whether the server reports older activities, but sends the same ones again. */
export function isCutShort(
  size: WindowSize,
  parts: readonly TimelinePart[],
  requests: readonly PartRequest[],
): boolean {
  const next = followingRequest(size, parts, requests);
  return next !== undefined && !leadsOn(next, parts, requests);
}

/**
 * Whether a request can bring something new.
 *
 * @param parts in the order in which they were added to the feed.
 */
function leadsOn(
  next: PartRequest | undefined,
  parts: readonly TimelinePart[],
  requests: readonly PartRequest[],
): boolean {
  if (next === undefined || requests.some((earlier) => isSame(earlier, next))) return false;
  const seen = new Set<string>();
  let idle = 0;
  for (const { items } of parts) {
    const known = seen.size;
    for (const { id } of items) seen.add(id);
    idle = seen.size > known ? 0 : idle + 1;
  }
  return idle < MAX_IDLE_PARTS;
}

const isSame = (one: PartRequest, other: PartRequest): boolean =>
  one.end === other.end &&
  one.before === other.before &&
  one.after === other.after &&
  one.newerThan === other.newerThan;

function followingRequest(
  size: WindowSize,
  parts: readonly TimelinePart[],
  requests: readonly PartRequest[],
): PartRequest | undefined {
  const [part, request] = [parts.at(-1), requests.at(-1)];
  if (part === undefined || request === undefined) return undefined;
  const { end, newerThan } = request;
  const before = part.page?.before;
  if (newerThan !== undefined) {
    return before === undefined || part.reachedFloor
      ? { end: newerThan }
      : { end, before, newerThan };
  }
  if (before !== undefined) return { end, before };
  if (part.page !== undefined) return part.page.earlier ? { end: part.page.earlier } : undefined;
  const lastGain = gains(size, parts, requests).lastIndexOf(true);
  return emptyDays(size, requests.slice(lastGain + 1)) >= MAX_GAP
    ? undefined
    : { end: windowEndBefore(size, end) };
}

/**
 * The part above the first one; undefined when that ends today, or when nothing has come for too
 * long.
 */
export function newerRequest(
  size: WindowSize,
  parts: readonly TimelinePart[],
  requests: readonly PartRequest[],
  today: BusinessDay,
): PartRequest | undefined {
  const next = precedingRequest(size, parts, requests, today);
  return leadsOn(next, parts.toReversed(), requests) ? next : undefined;
}

function precedingRequest(
  size: WindowSize,
  parts: readonly TimelinePart[],
  requests: readonly PartRequest[],
  today: BusinessDay,
): PartRequest | undefined {
  const [part, request] = [parts[0], requests[0]];
  if (part === undefined || request === undefined) return undefined;
  const { page } = part;
  const { end, newerThan } = request;
  if (page?.after !== undefined) {
    return { end, after: page.after, ...(newerThan !== undefined && { newerThan }) };
  }
  if (page === undefined) {
    const firstGain = gains(size, parts, requests).indexOf(true);
    const above = requests.slice(0, firstGain === -1 ? undefined : firstGain);
    return end < today && emptyDays(size, above) < MAX_GAP
      ? { end: windowEndAfter(size, end, today), newerThan: end }
      : undefined;
  }
  if (!page.later) return undefined;
  const next = addDays(page.later, windowDays[size] - 1);
  return {
    end: next < today ? next : today,
    after: startOfDay(addDays(end, 1)).toISOString(),
    newerThan: end,
  };
}

/**
 * For each part whether it added anything: an entry of its window that no newer part has. A server
 * that ignores `end_date` sends the same entries again and again.
 */
function gains(
  size: WindowSize,
  parts: readonly TimelinePart[],
  requests: readonly PartRequest[],
): boolean[] {
  const seen = new Set<string>();
  return parts.map(({ items }, index) => {
    const end = requests[index]?.end;
    const fresh = items.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    if (end === undefined) return false;
    const start = windowStart(size, end);
    return fresh.some(({ day }) => day >= start && day <= end);
  });
}

/** The number of days that consecutive parts were requested for, newest first. */
function emptyDays(size: WindowSize, requests: readonly PartRequest[]): number {
  const [newest, oldest] = [requests[0]?.end, requests.at(-1)?.end];
  if (newest === undefined || oldest === undefined) return 0;
  return daysBetween(windowStart(size, oldest), newest) + 1;
}

/**
 * Everything that was read, newest first whatever the server's order, each entry once. Entries of the
 * same time stay in the server's order.
 */
export function joinParts(parts: readonly TimelinePart[]): FeedItem[] {
  const seen = new Set<string>();
  const items = parts.flatMap((part) =>
    part.items.filter(({ id }) => {
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    }),
  );
  return items.sort((one, other) => other.occurredAt.getTime() - one.occurredAt.getTime());
}

export const today = (): BusinessDay => dayOf(new Date());
