import { addressBelongsTo } from '@repo/domain/domains/domain-name';
import { isAutomatedAddress } from '@repo/domain/relationships/automated-address';
import { strengthKey, tieDaysOf } from '@repo/domain/relationships/strength';
import { addDays, type BusinessDay, businessDayOf } from '@repo/domain/time/business-day';
import type { Database } from '#platform/database/create-database.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';

interface Published {
  type: string;
  occurred_at: Date;
  /** Everyone who took part, also where the level withholds them. */
  everyone: readonly StoredParticipant[];
  level: number;
  contributors: { owner_id: string; source: string }[];
}

interface Touch {
  /** Empty if the level withholds it. */
  address: string;
  userId: string;
  day: BusinessDay;
  addresses: number;
  byUs: boolean;
  byThem: boolean;
}

/** Computes who must be in touch with whom straightforwardly from what is published. */
export function expectedRelationships(
  domains: readonly string[],
  activities: readonly Published[],
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const past = activities.filter(({ occurred_at }) => occurred_at <= now);
  const touches = past.flatMap((activity) => touchesOf(activity, domains, timeZone));
  const days = [
    ...Map.groupBy(touches, ({ address, userId, day }) => `${address} ${userId} ${day}`).values(),
  ].map((ofDay) => ({
    ...ofDay[0],
    addresses: Math.min(...ofDay.map(({ addresses }) => addresses)),
    byUs: ofDay.some(({ byUs }) => byUs),
    byThem: ofDay.some(({ byThem }) => byThem),
  })) as Touch[];
  const counted = days.filter(({ address }) => !isAutomatedAddress(address));
  const ties = [...Map.groupBy(counted, ({ address, userId }) => `${address} ${userId}`)].map(
    ([pair, ofPair]) => ({ pair, key: strengthKey(tieDaysOf(ofPair)) }),
  );
  const lastDay = lastOf(counted);
  const next = activities
    .filter(({ type, occurred_at }) => type === 'calendar' && occurred_at > now)
    .map(({ occurred_at }) => occurred_at)
    .sort((one, other) => one.getTime() - other.getTime());
  return {
    days: days.map(asLine).sort(),
    contacts: [...new Set(days.map(({ address }) => address))].filter(Boolean).sort(),
    quietCandidates: quietCandidatesOf(counted.filter(({ address }) => address !== '')),
    ties: ties.map(({ pair, key }) => `${pair} ${key.toPrecision(9)}`).sort(),
    summary: {
      key: ties.reduce((sum, { key }) => sum + key, 0).toPrecision(9),
      best: Math.max(0, ...ties.map(({ key }) => key)).toPrecision(9),
      lastDay,
      recent: Array.from({ length: 84 }, (_, back) =>
        lastDay && counted.some(({ day }) => day === addDays(lastDay, -back)) ? '1' : '0',
      ).join(''),
      byUs: lastOf(counted.filter(({ byUs }) => byUs)),
      byThem: lastOf(counted.filter(({ byThem }) => byThem)),
      nextMeeting: next[0] ?? null,
    },
  };
}

/** Those with six days in touch in the 84 days that ended with the last one. */
function quietCandidatesOf(touches: readonly Touch[]): string[] {
  return [...Map.groupBy(touches, ({ address }) => address)]
    .flatMap(([address, ofPerson]) => {
      const last = lastOf(ofPerson) ?? '';
      const days = new Set(
        ofPerson.map(({ day }) => day).filter((day) => day > addDays(last, -84)),
      );
      return days.size >= 6 ? [`${address} ${last} ${days.size}`] : [];
    })
    .sort();
}

const lastOf = (days: readonly Touch[]) =>
  days
    .map(({ day }) => day)
    .sort()
    .at(-1) ?? null;

const asLine = ({ address, userId, day, addresses, byUs, byThem }: Touch) =>
  [address, userId, day, addresses, byUs, byThem].join(' ');

function touchesOf(
  { type, occurred_at, everyone: participants, contributors, level }: Published,
  domains: readonly string[],
  timeZone: string,
) {
  const isMail = type === 'email';
  const isNamed = level > 0;
  const people = participants.filter(({ email }) => email.includes('@'));
  const inRole = (...roles: string[]) => [
    ...new Set(people.filter(({ role }) => roles.includes(role)).map(({ email }) => email)),
  ];
  const [senders, receivers] = [inRole('from'), inRole('to', 'cc')];
  const everyone = inRole('from', 'to', 'cc', 'other');
  const addresses = Math.max(1, isMail ? receivers.length : everyone.length - 1);
  if (addresses > 20) return [];
  return contributors.flatMap(({ owner_id, source }) =>
    everyone.flatMap((address): Touch[] => {
      const byUs = !isMail || (senders.includes(source) && receivers.includes(address));
      const byThem = !isMail || (receivers.includes(source) && senders.includes(address));
      const isTheirs = domains.some((domain) => addressBelongsTo(address, domain));
      if (address === source || !isTheirs || !(byUs || byThem)) return [];
      const day = businessDayOf(occurred_at, timeZone);
      if (!isNamed && isAutomatedAddress(address)) return [];
      return [{ address: isNamed ? address : '', userId: owner_id, day, addresses, byUs, byThem }];
    }),
  );
}

/** The same data as it is stored. */
export async function actualRelationships(db: Database, accountId: string) {
  const contacts = await db
    .selectFrom('contacts')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const addresses = new Map(contacts.map(({ id, address }) => [id, address]));
  const people = new Map(contacts.map(({ person_id, address }) => [person_id, address]));
  const days = await db
    .selectFrom('tie_days')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const ties = await db
    .selectFrom('ties')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const candidates = await db
    .selectFrom('quiet_candidates')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const summary = await db
    .selectFrom('account_relationships')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    days: days
      .map(({ contact_id, user_id, day, addresses: count, by_us, by_them }) =>
        [addresses.get(contact_id) ?? '', user_id, day, count, by_us, by_them].join(' '),
      )
      .sort(),
    contacts: [...addresses.values()].sort(),
    quietCandidates: candidates
      .map(
        ({ person_id, last_day, days_before }) =>
          `${people.get(person_id)} ${last_day} ${days_before}`,
      )
      .sort(),
    ties: ties
      .map(
        ({ person_id, user_id, key }) =>
          `${people.get(person_id) ?? ''} ${user_id} ${key.toPrecision(9)}`,
      )
      .sort(),
    summary: {
      key: (summary?.key ?? 0).toPrecision(9),
      best: (summary?.best_key ?? 0).toPrecision(9),
      lastDay: summary?.last_day ?? null,
      recent: summary?.recent_days ?? '0'.repeat(84),
      byUs: summary?.last_day_by_us ?? null,
      byThem: summary?.last_day_by_them ?? null,
      nextMeeting: summary?.next_meeting_at ?? null,
    },
  };
}
