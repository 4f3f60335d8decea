import type { ExcludedDomain } from '@repo/contract/domains';
import { limits } from '@repo/contract/limits';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import type { Database } from '#platform/database/create-database.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';

/** Selects the counts of a user's mailboxes over this many days, including today. */
export interface CountedMails {
  ownerId: string;
  providers: readonly string[];
  days: number;
}

/** The first of this many days; today is the last. */
export const firstDay = (days: number): string => addDays(businessDayOf(new Date()), 1 - days);

/**
 * Returns the excluded domains with the reason, most active first; `total` includes those beyond the list.
 */
export async function readExcludedDomains(
  db: Database,
  { ownerId, providers, days }: CountedMails,
): Promise<{ total: number; domains: ExcludedDomain[] }> {
  const rows = await db
    .selectFrom('excluded_days')
    .where('owner_id', '=', ownerId)
    .where('provider', 'in', providers)
    .where('day', '>=', firstDay(days))
    .groupBy(['domain', 'reason'])
    .select((eb) => [
      'domain',
      'reason',
      eb.fn.sum<number>('mails').as('activityCount'),
      // Counted before the limit is applied: window functions run on the groups.
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('activityCount', 'desc')
    .orderBy('domain')
    .orderBy('reason')
    .limit(limits.excludedDomainsListed)
    .execute();
  return {
    total: rows[0]?.total ?? 0,
    domains: rows.map(({ domain, reason, activityCount }) => ({
      domain: shownDomain(domain),
      reason,
      activityCount,
    })),
  };
}
