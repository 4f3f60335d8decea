import { accountSorts, type AccountSort } from '@repo/contract/account-sorts';
import { limits } from '@repo/contract/page-limits';
import type { StrengthFilter } from '@repo/contract/relationships';
import type { SideBalance } from '@repo/domain/activities/side-balance';
import { isFullServer } from '#lib/server-level.ts';
import type { SortOrder } from '#ui/data-grid/grid-column.ts';

export type AccountFilters = {
  /** An email address. */
  contributor?: string;
  /** A name. */
  createdBy?: string;
  /** An email address, or `none`. */
  owner?: string;
  /** Ids with commas between them, or `none`. */
  tags?: string;
  /** Days. */
  activeWithin?: number;
  /** Days. */
  quietFor?: number;
  balance?: SideBalance;
  strength?: StrengthFilter;
  goingQuiet?: 'true';
};

/** The search, filters and order of the grid. It is stored in the address. */
export type AccountsView = {
  search: string;
  /** The server's own order where absent. */
  sort?: { by: AccountSort; order: SortOrder };
  filters: AccountFilters;
};

const STRENGTHS: readonly StrengthFilter[] = ['strong', 'regular', 'weak', 'dormant', 'none'];

/** Orders that only a server with relationships knows. */
export const BY_RELATIONSHIP: readonly AccountSort[] = [
  'strength',
  'lastContactByUs',
  'lastContactByThem',
  'nextMeeting',
  'daysInTouch',
];

/** Orders that only a server with account owners knows. */
const BY_OWNER: readonly AccountSort[] = ['owner'];

const BALANCES: readonly string[] = ['external', 'balanced', 'internal'] satisfies SideBalance[];

/** As many ids as a filter can have (`limits.tagsPerFilter`), or `none`. */
const TAGS = /^(none|[\da-f-]{36}(,[\da-f-]{36}){0,5})$/;

/** Names the grid without a saved view, where another view opens by default. */
export const NO_VIEW = 'all';

export function savedViewIn(address: URLSearchParams): string | undefined {
  const id = address.get('view');
  return id === null || id === NO_VIEW || !isFullServer() ? undefined : id;
}

/** Reads a view from the address; values that are absent or invalid are omitted. */
export function readView(address: URLSearchParams): AccountsView {
  const sort = readSort(address.get('sort'));
  const contributor = address.get('contributor');
  const createdBy = address.get('created_by');
  const owner = isFullServer() && address.get('owner');
  const tags = isFullServer() && TAGS.exec(address.get('tags') ?? '')?.[0];
  const activeWithin = readDays(address.get('active_within'));
  const quietFor = readDays(address.get('quiet_for'));
  const balance = address.get('side');
  const hasRelationships = isFullServer();
  const strength = STRENGTHS.find((one) => one === address.get('strength'));
  const goingQuiet = address.get('going_quiet') === 'true';
  return {
    search: (address.get('q') ?? '').replaceAll('\0', '').trim().slice(0, limits.searchLength),
    ...(sort && { sort }),
    filters: {
      ...(contributor ? { contributor } : {}),
      ...(createdBy ? { createdBy } : {}),
      ...(owner ? { owner } : {}),
      ...(tags ? { tags } : {}),
      ...(activeWithin === undefined ? {} : { activeWithin }),
      ...(quietFor === undefined ? {} : { quietFor }),
      ...(balance !== null && BALANCES.includes(balance)
        ? { balance: balance as SideBalance }
        : {}),
      ...(hasRelationships && strength !== undefined ? { strength } : {}),
      ...(hasRelationships && goingQuiet ? { goingQuiet: 'true' } : {}),
    },
  };
}

/** Puts a view into an address and leaves the rest of the address alone. */
export function writeView(address: URLSearchParams, view: AccountsView): URLSearchParams {
  const { sort, filters } = view;
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | number | undefined) => {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, String(value));
  };
  put('q', view.search);
  put('sort', sort && `${sort.order === 'DESC' ? '-' : ''}${sort.by}`);
  put('contributor', filters.contributor);
  put('created_by', filters.createdBy);
  put('owner', filters.owner);
  put('tags', filters.tags);
  put('active_within', filters.activeWithin);
  put('quiet_for', filters.quietFor);
  put('side', filters.balance);
  put('strength', filters.strength);
  put('going_quiet', filters.goingQuiet);
  return next;
}

/** Whether the view leaves accounts out. */
export function isNarrowed({ search, filters }: AccountsView): boolean {
  return search !== '' || Object.keys(filters).length > 0;
}

/** All accounts, in the current order. */
export function clearedView({ sort }: AccountsView): AccountsView {
  return { search: '', filters: {}, ...(sort && { sort }) };
}

function readSort(text: string | null): AccountsView['sort'] {
  if (text === null) return undefined;
  const by = accountSorts.find((sort) => sort === text.replace(/^-/, ''));
  if (by === undefined) return undefined;
  if ((BY_RELATIONSHIP.includes(by) || BY_OWNER.includes(by)) && !isFullServer()) return undefined;
  return { by, order: text.startsWith('-') ? 'DESC' : 'ASC' };
}

function readDays(text: string | null): number | undefined {
  const days = Number(text);
  return text !== null && Number.isInteger(days) && days >= 1 && days <= 3_650 ? days : undefined;
}
