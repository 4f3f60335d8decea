import { isBusinessDay } from '@repo/domain/time/business-day';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { AT, DAY } from '#lib/activities/account-address.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import type { FeedItem } from './feed-item.ts';
import type { Feed } from './use-feed.ts';
import { withActivity } from './use-open-activity.ts';

/**
 * Leads the feed to the day that the address names, or opens the activity at the time that it names:
 * then the address names the activity itself.
 */
export function useEntryPoint({ items, leadTo, loadingOlder, hasOlder }: Feed): void {
  const [params, setParams] = useSearchParams();
  const at = readInstant(params.get(AT) ?? '');
  const named = params.get(DAY) ?? '';
  const day = at === undefined ? (isBusinessDay(named) ? named : undefined) : dayOf(at);
  const led = useRef<string>(undefined);
  const time = at?.getTime();

  useEffect(() => {
    if (items === undefined || day === undefined || led.current === day) return;
    led.current = day;
    leadTo(day);
  }, [items, day, leadTo, led]);

  const found = time === undefined ? undefined : items?.find((item) => isAt(item, time));
  const isPassed =
    time !== undefined &&
    items !== undefined &&
    !loadingOlder &&
    (!hasOlder || items.some(({ occurredAt }) => occurredAt.getTime() < time));
  useEffect(() => {
    if (found === undefined && !isPassed) return;
    setParams(
      (was) => {
        const next = withActivity(was, found?.id);
        next.delete(AT);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [found, isPassed, setParams]);
}

/** A conversation is where its latest message is. */
const isAt = ({ occurredAt, messages }: FeedItem, time: number): boolean =>
  occurredAt.getTime() === time ||
  messages.some((message) => message.occurredAt.getTime() === time);
