import { plural } from '@repo/domain/text/plural';
import type { PointerEvent } from 'react';
import { DAY } from '#lib/activities/account-address.ts';
import type { Account } from '../data/account.ts';
import { DAY_WIDTH } from './bubble-path.ts';
import { dayName, lastDays } from './timeline-days.ts';

type Timeline = NonNullable<Account['timeline']>;

/**
 * The link of a row's bubbles to the day on the account's page. One for the whole row, which
 * `moveDayLink` moves under the pointer: one for each bubble would cost more than the row. Without a
 * pointer it is the latest day with activity.
 */
export function DayLink({ timeline, path }: { timeline: Timeline; path: string }) {
  const { external, internal } = timeline;
  const latest = external.findLastIndex((count, day) => count + (internal[day] ?? 0) > 0);
  if (latest === -1) return null;
  const { href, label, right } = linkOf(timeline, path, latest);
  return (
    <a
      href={href}
      aria-label={label}
      tabIndex={-1}
      data-cell-link
      data-day-link={path}
      className="absolute inset-y-0 rounded-sm focus-visible:-outline-offset-2"
      style={{ width: DAY_WIDTH, right }}
    />
  );
}

/** Moves the link of the row under the pointer to the bubble there. */
export function moveDayLink(
  { target, clientX }: PointerEvent<HTMLElement>,
  rowAt: (index: number) => Account | undefined,
): void {
  const cell = (target as Element).closest<HTMLElement>('[data-column="recentActivity"]');
  const link = cell?.querySelector<HTMLAnchorElement>('[data-day-link]');
  if (!cell || !link) return;
  const timeline = rowAt(Number(cell.closest<HTMLElement>('[data-row]')?.dataset['row']))?.timeline;
  if (timeline === undefined) return;
  const { external, internal } = timeline;
  const box = cell.getBoundingClientRect();
  // The chart is aligned to the right edge of the cell, inside of its line.
  const fromRight = box.left + cell.clientWidth - clientX;
  const day = external.length - 1 - Math.floor(fromRight / DAY_WIDTH);
  if ((external[day] ?? 0) + (internal[day] ?? 0) === 0) return;
  const { href, label, right } = linkOf(timeline, link.dataset['dayLink'] ?? '', day);
  link.href = href;
  link.setAttribute('aria-label', label);
  link.style.right = `${right}px`;
}

function linkOf({ external, internal }: Timeline, path: string, index: number) {
  const days = lastDays(external.length, new Date());
  const [day = '', today = ''] = [days[index], days.at(-1)];
  const counts = `${plural(external[index] ?? 0, 'external activity', 'external activities')}, ${internal[index] ?? 0} internal`;
  return {
    href: `${path}?${DAY}=${day}`,
    label: `${dayName(day, today)}: ${counts}`,
    right: (external.length - 1 - index) * DAY_WIDTH,
  };
}
