import { lazy } from '@repo/domain/lazy';
import { sideBalance } from '@repo/domain/activities/side-balance';
import { sortKeyOf } from '../columns/column-registry.ts';
import { total, type Account } from './account.ts';
import { NO_OWNER } from './filter-options.ts';
import type { AccountFilters, AccountsView } from './accounts-view.ts';
import { startOfLast } from '#lib/time/workspace-day.ts';

/**
 * Selects the accounts of a view, for a server that returns only the whole list. The rules are those of the
 * server's own search, filters and sorting.
 */
export function selectAccounts(
  accounts: readonly Account[],
  { search, filters, sort }: AccountsView,
  now: Date,
): readonly Account[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const tests = [
    ...words.map((word) => (account: Account) => searchText(account).includes(word)),
    ...filterTests(filters, now),
  ];
  const selected =
    tests.length === 0
      ? accounts
      : accounts.filter((account) => tests.every((passes) => passes(account)));
  return sort === undefined ? selected : sorted(selected, sort);
}

const searchTexts = new WeakMap<Account, string>();

function searchText(account: Account): string {
  const known = searchTexts.get(account);
  if (known !== undefined) return known;
  const { name, domain, contributors, lastActivity } = account;
  const people = contributors.flatMap((person) => [person.name, person.email]);
  const text = [name, domain, ...people, lastActivity?.title].join('\n').toLowerCase();
  searchTexts.set(account, text);
  return text;
}

function filterTests(filters: AccountFilters, now: Date): ((account: Account) => boolean)[] {
  const { contributor, createdBy, owner, activeWithin, quietFor, balance, strength, goingQuiet } =
    filters;
  const { tags } = filters;
  const tests: ((account: Account) => boolean)[] = [];
  if (contributor !== undefined) {
    tests.push(({ contributors }) => contributors.some(({ email }) => email === contributor));
  }
  if (createdBy !== undefined) tests.push((account) => account.createdBy === createdBy);
  if (owner !== undefined) {
    tests.push((account) => (account.owner?.email ?? NO_OWNER) === owner);
  }
  if (tags !== undefined) {
    const wanted = tags.split(',');
    tests.push((account) =>
      tags === NO_OWNER
        ? account.tags.length === 0
        : account.tags.some(({ id }) => wanted.includes(id)),
    );
  }
  if (activeWithin !== undefined) tests.push(isActiveSince(startOfLast(activeWithin, now)));
  if (quietFor !== undefined) {
    const isActive = isActiveSince(startOfLast(quietFor, now));
    tests.push((account) => !isActive(account));
  }
  if (balance !== undefined) {
    tests.push(
      ({ timeline }) =>
        timeline !== undefined &&
        sideBalance(total(timeline.external), total(timeline.internal)) === balance,
    );
  }
  if (strength !== undefined) {
    tests.push(({ relationship }) => (relationship?.label ?? 'none') === strength);
  }
  if (goingQuiet) tests.push(({ relationship }) => relationship?.isGoingQuiet === true);
  return tests;
}

function isActiveSince(start: Date): (account: Account) => boolean {
  return ({ lastActivity }) =>
    lastActivity !== undefined && Date.parse(lastActivity.occurredAt) >= start.getTime();
}

const byText = lazy(() => new Intl.Collator('en', { sensitivity: 'base', numeric: true }));

function sorted(
  accounts: readonly Account[],
  { by, order }: NonNullable<AccountsView['sort']>,
): readonly Account[] {
  const keyOf = sortKeyOf(by);
  if (keyOf === undefined) return accounts;
  const direction = order === 'DESC' ? -1 : 1;
  return accounts
    .map((account) => ({ account, key: keyOf(account) }))
    .sort((one, other) => {
      if (one.key === undefined || other.key === undefined) {
        return Number(one.key === undefined) - Number(other.key === undefined);
      }
      return direction * compare(one.key, other.key);
    })
    .map(({ account }) => account);
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return byText().compare(String(one), String(other));
}
