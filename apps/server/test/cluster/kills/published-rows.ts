import type { Database } from '#platform/database/create-database.ts';

/** What is published in the accounts, compared with who captured and shares what. */
export interface Comparison {
  /** Contributions that should be published. */
  expected: number;
  missing: number;
  /** Of the surplus: contributions of users who share nothing with the account. */
  foreign: number;
  surplus: number;
  /** Accounts whose counts are not those of their activities. */
  miscounted: number;
}

/**
 * Computes it without the product's SQL. Each table is read by itself, so that the comparison is
 * right only while nothing is written.
 */
export async function comparePublished(db: Database): Promise<Comparison> {
  const shares = await db.selectFrom('domain_shares').selectAll().execute();
  const links = await db
    .selectFrom('captured_activity_domains')
    .select(['owner_id', 'domain_id', 'activity_key'])
    .execute();
  const activities = await db
    .selectFrom('account_activities')
    .select(['id', 'account_id', 'activity_key'])
    .execute();
  const contributions = await db
    .selectFrom('account_activity_contributors')
    .select(['activity_id', 'account_id', 'user_id'])
    .execute();
  const keyOf = new Map(activities.map((one) => [one.id, one.activity_key]));
  const ofDomain = Map.groupBy(links, (link) => link.domain_id);
  const wanted = new Set(
    shares.flatMap(({ domain_id, account_id, owner_id }) =>
      (ofDomain.get(domain_id) ?? []).map(
        (link) => `${account_id} ${link.activity_key} ${owner_id}`,
      ),
    ),
  );
  const found = contributions.map(
    (one) => `${one.account_id} ${keyOf.get(one.activity_id)} ${one.user_id}`,
  );
  const sharers = new Set(shares.map((share) => `${share.account_id} ${share.owner_id}`));
  const inAccounts = new Set([...wanted].map((one) => one.split(' ').slice(0, 2).join(' ')));
  const orphans = activities.filter(
    (one) => !inAccounts.has(`${one.account_id} ${one.activity_key}`),
  );
  return {
    expected: wanted.size,
    missing: [...wanted.difference(new Set(found))].length,
    foreign: contributions.filter((one) => !sharers.has(`${one.account_id} ${one.user_id}`)).length,
    // Twice the same counts as well.
    surplus: found.length - [...wanted.intersection(new Set(found))].length + orphans.length,
    miscounted: await countMiscounted(db, activities),
  };
}

async function countMiscounted(
  db: Database,
  activities: readonly { account_id: string }[],
): Promise<number> {
  const accounts = await db
    .selectFrom('workspace_accounts')
    .select(['id', 'activity_count'])
    .execute();
  const days = await db.selectFrom('account_days').select(['account_id', 'total']).execute();
  const countOf = Map.groupBy(activities, (one) => one.account_id);
  return accounts.filter(({ id, activity_count }) => {
    const counted = countOf.get(id)?.length ?? 0;
    const onDays = days
      .filter((day) => day.account_id === id)
      .reduce((sum, { total }) => sum + total, 0);
    return counted !== activity_count || counted !== onDays;
  }).length;
}

export const isRight = ({ missing, surplus, foreign, miscounted }: Comparison): boolean =>
  missing + surplus + foreign + miscounted === 0;
