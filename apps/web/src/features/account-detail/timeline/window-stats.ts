import type { BusinessDay } from '@repo/domain/time/business-day';
import { addressBelongsTo } from '@repo/domain/domains/domain-name';
import { activitySide, type Side } from '@repo/domain/activities/side';
import { daysOfWindow } from '@repo/domain/time/timeline-window';
import {
  activitiesOf,
  type FeedItem,
  type FeedMessage,
  type FeedPerson,
} from '../feed/feed-item.ts';
import type { TimelinePart } from './timeline-parts.ts';
import type { Window } from './timeline-request.ts';

export type DayCounts = { day: BusinessDay; external: number; internal: number };

export type WindowStats = {
  /** Every day of it, oldest first. */
  days: DayCounts[];
  emails: number;
  meetings: number;
  calls: number;
};

/**
 * Counts a window: as the server did where it does, else from the activities of its first part,
 * which is then the whole of it. Until that is there, everything is 0.
 */
export function computeWindowStats(
  { size, end }: Window,
  part: TimelinePart | undefined,
  domain: string | undefined,
): WindowStats {
  const { summary } = part ?? {};
  const activities = summary === undefined ? (part?.items ?? []).flatMap(activitiesOf) : [];
  const counted = new Map<BusinessDay, DayCounts>(
    summary?.days.map((counts) => [counts.day, counts]) ?? countByDay(activities, domain),
  );
  const ofType = (type: string) => activities.filter((one) => one.type === type).length;
  return {
    days: daysOfWindow(size, end).map(
      (day) => counted.get(day) ?? { day, external: 0, internal: 0 },
    ),
    emails: summary?.emails ?? ofType('email'),
    meetings: summary?.meetings ?? ofType('calendar'),
    calls: summary?.calls ?? ofType('call'),
  };
}

type Counted = FeedMessage & { type: string };

function countByDay(
  activities: readonly Counted[],
  domain: string | undefined,
): Map<BusinessDay, DayCounts> {
  const counted = new Map<BusinessDay, DayCounts>();
  for (const activity of activities) {
    const { day } = activity;
    const counts = counted.get(day) ?? { day, external: 0, internal: 0 };
    const side = activity.side ?? sideOf(activity, domain);
    // An activity on both sides is in both counts.
    if (side !== 'internal') counts.external += 1;
    if (side !== 'external') counts.internal += 1;
    counted.set(day, counts);
  }
  return counted;
}

function sideOf({ type, participants }: Counted, domain: string | undefined): Side {
  return activitySide(
    type === 'email' ? 'email' : 'call',
    participants.map(withRole),
    domain === undefined ? undefined : [domain],
  );
}

type Role = 'from' | 'to' | 'cc' | 'other';

const withRole = ({ email, role }: FeedPerson) => ({
  email,
  role: (['from', 'to', 'cc'].includes(role) ? role : 'other') as Role,
});

/** The participants of activities: the account's first, then by their number of activities. */
export function participantsOf(
  items: readonly FeedItem[],
  domain: string | undefined,
): { name: string; email: string }[] {
  const people = new Map<string, { name: string; email: string; times: number; theirs: boolean }>();
  for (const { participants } of items.flatMap(activitiesOf)) {
    for (const { name, email } of participants) {
      const key = email || name;
      if (key === '') continue;
      const theirs = domain !== undefined && addressBelongsTo(email, domain);
      const person = people.get(key) ?? { name, email, times: 0, theirs };
      person.name ||= name;
      person.times += 1;
      people.set(key, person);
    }
  }
  return [...people.values()].sort(
    (one, other) => Number(other.theirs) - Number(one.theirs) || other.times - one.times,
  );
}
