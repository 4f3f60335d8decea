import { accountSorts, type AccountSort } from '@repo/contract/account-sorts';
import { limits } from '@repo/contract/limits';
import type { SideBalance } from '@repo/domain/activities/side-balance';
import type { SortOrder } from '../../../ui/data-grid/grid-column.ts';

export type AccountFilters = {
  /** An e-mail address. */
  contributor?: string;
  /** A name. */
  createdBy?: string;
  /** Days. */
  activeWithin?: number;
  /** Days. */
  quietFor?: number;
  balance?: SideBalance;
};

/** Which accounts the grid shows, in which order. It lives in the address. */
export type AccountsView = {
  search: string;
  /** The server's own order where absent. */
  sort?: { by: AccountSort; order: SortOrder };
  filters: AccountFilters;
};

const BALANCES: readonly string[] = ['external', 'balanced', 'internal'] satisfies SideBalance[];

/** What is in no address or makes no sense there is left out. */
export function readView(address: URLSearchParams): AccountsView {
  const sort = readSort(address.get('sort'));
  const contributor = address.get('contributor');
  const createdBy = address.get('created_by');
  const activeWithin = readDays(address.get('active_within'));
  const quietFor = readDays(address.get('quiet_for'));
  const balance = address.get('side');
  return {
    search: (address.get('q') ?? '').replaceAll('\0', '').trim().slice(0, limits.searchLength),
    ...(sort && { sort }),
    filters: {
      ...(contributor ? { contributor } : {}),
      ...(createdBy ? { createdBy } : {}),
      ...(activeWithin === undefined ? {} : { activeWithin }),
      ...(quietFor === undefined ? {} : { quietFor }),
      ...(balance !== null && BALANCES.includes(balance)
        ? { balance: balance as SideBalance }
        : {}),
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
  put('active_within', filters.activeWithin);
  put('quiet_for', filters.quietFor);
  put('side', filters.balance);
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
  return by && { by, order: text.startsWith('-') ? 'DESC' : 'ASC' };
}

function readDays(text: string | null): number | undefined {
  const days = Number(text);
  return text !== null && Number.isInteger(days) && days >= 1 && days <= 3_650 ? days : undefined;
}
