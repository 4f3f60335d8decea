import { domainToASCII } from 'node:url';
import type { StrengthFilter } from '@repo/contract/relationships';
import type { SideBalance } from '@repo/domain/activities/side-balance';
import { businessDayOf } from '@repo/domain/time/business-day';
import { startOfLastDays } from '@repo/domain/time/last-days';
import { type RawBuilder, sql } from 'kysely';
import { matchesSearchTerm } from '#platform/database/match-search-term.ts';
import { ownersGone, ownersNow } from '#modules/listed-accounts/owner-now.ts';
import { isAccountQuietOn } from '../../relationships/going-quiet-on.ts';
import { hasStrength } from './relationship-field.ts';

/** The filters of the contract; an account must match all that are given. */
export interface AccountsFilter {
  search?: string | undefined;
  contributor?: string | undefined;
  createdBy?: string | undefined;
  owner?: string | undefined;
  /** Ids with commas between them, or `none`. */
  tags?: string | undefined;
  activeWithin?: number | undefined;
  quietFor?: number | undefined;
  balance?: SideBalance | undefined;
  strength?: StrengthFilter | undefined;
  goingQuiet?: boolean | undefined;
}

/** Whether a filter depends on the day in the workspace. */
export const needsToday = ({ activeWithin, quietFor, strength, goingQuiet }: AccountsFilter) =>
  goingQuiet === true || [activeWithin, quietFor, strength].some((given) => given !== undefined);

/** The condition on `listed`, and on `recent` and `ties` beside it. */
export function filterConditions(
  filter: AccountsFilter,
  { now, timeZone, workspaceId }: { now: Date; timeZone: string; workspaceId: string },
): RawBuilder<boolean>[] {
  const { search, contributor, createdBy, owner, activeWithin, quietFor, balance } = filter;
  const conditions = wordsOf(search ?? '').map(containsWord);
  if (contributor !== undefined) {
    conditions.push(sql`exists (
      select from account_contributors contributor
      join users person on person.id = contributor.user_id
      where contributor.workspace_id = listed.workspace_id
        and contributor.account_id = listed.account_id and person.email = lower(${contributor}))`);
  }
  if (createdBy !== undefined) {
    conditions.push(sql`listed.creator_name = ${createdBy}`);
  }
  if (owner !== undefined) conditions.push(hasOwner(owner, sql`${workspaceId}::uuid`));
  if (filter.tags !== undefined) conditions.push(hasTags(filter.tags));
  if (activeWithin !== undefined) {
    conditions.push(
      sql`coalesce(listed.last_activity_at, '-infinity') >= ${startOfLastDays(activeWithin, now, timeZone)}`,
    );
  }
  if (quietFor !== undefined) {
    conditions.push(
      sql`coalesce(listed.last_activity_at, '-infinity') < ${startOfLastDays(quietFor, now, timeZone)}`,
    );
  }
  if (balance !== undefined) conditions.push(balances[balance]);
  const today = businessDayOf(now, timeZone);
  if (filter.strength !== undefined) conditions.push(hasStrength(filter.strength, today));
  if (filter.goingQuiet) conditions.push(isAccountQuietOn(sql`${today}::date`));
  return conditions;
}

/** Whether an account has an owner with an email, or none. */
function hasOwner(owner: string, workspaceId: RawBuilder<string>): RawBuilder<boolean> {
  if (owner === 'none') {
    return sql<boolean>`(listed.account_owner_id is null
      or listed.account_owner_id = any(${ownersGone(workspaceId)}))`;
  }
  const user = sql`(select id from users where email = lower(${owner}))`;
  return sql<boolean>`listed.account_owner_id = any(${ownersNow(workspaceId, user)})`;
}

/** Whether an account has one of some tags, or none at all. */
function hasTags(tags: string): RawBuilder<boolean> {
  const tagged = (among: RawBuilder<unknown>) => sql`exists (
    select from account_tags tagged
    where tagged.workspace_id = listed.workspace_id and tagged.account_id = listed.account_id ${among})`;
  return tags === 'none'
    ? sql<boolean>`not ${tagged(sql``)}`
    : sql<boolean>`${tagged(sql`and tagged.tag_id = any(${tags.split(',')}::uuid[])`)}`;
}

/** Each once, since all accounts may be compared with each. */
const wordsOf = (search: string): string[] => {
  const words = search.split(/\s+/).filter(Boolean);
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
};

/** Domains are stored in ASCII and typed as they are read. */
function containsWord(word: string): RawBuilder<boolean> {
  const ascii = /[^ -~]/.test(word) ? domainToASCII(word) : '';
  const found = matchesSearchTerm('listed.search', word);
  return ascii === '' ? found : sql`(${found} or ${matchesSearchTerm('listed.search', ascii)})`;
}

/** The rule of `sideBalance` in `@repo/domain`: a side prevails from two thirds on. */
const isMost = (side: 'external' | 'internal') =>
  sql<boolean>`3 * recent.${sql.raw(side)} >= 2 * (recent.external + recent.internal)`;

const balances: Record<SideBalance, RawBuilder<boolean>> = {
  external: sql`(recent.external > 0 and ${isMost('external')})`,
  internal: sql`(recent.internal > 0 and ${isMost('internal')})`,
  balanced: sql`(recent.external > 0 and not ${isMost('external')} and not ${isMost('internal')})`,
};
