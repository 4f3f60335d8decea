import { limits } from '@repo/contract/page-limits';
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countOf, type FieldKinds } from '../api/read-fields.ts';
import { readList } from '../api/read-list.ts';
import { usePageAddress } from './use-page-address.ts';

export type PageQuery = { page: number; limit: number; search?: string | undefined };

type PagedResponse<Item extends object> = {
  items: Item[];
  pagination: { total: number; totalPages: number };
};

type Options<Page extends PagedResponse<object>> = {
  /** Names the list in the cache; its page and search are added. */
  queryKey: QueryKey;
  fetchPage: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
  /** The message when the list cannot be loaded. */
  failure: string;
  /** The fields that are shown. */
  kinds?: FieldKinds<Page['items'][number]>;
  /** Checks the fields that an entry cannot do without; rows of organizations have no id. */
  isUsable?: (entry: Page['items'][number]) => boolean;
};

/**
 * One page of a list at a time, the page and the search in the address. While the next page is on
 * its way the last one stays. Every response is cached under its request, so that a late one can
 * never replace a newer one.
 */
export function usePagedList<Page extends PagedResponse<object>>({
  queryKey,
  fetchPage,
  failure,
  kinds,
  isUsable,
}: Options<Page>) {
  const { page, search, text, setText, goTo } = usePageAddress();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKey, { page, search }],
    queryFn: async ({ signal }) => {
      const query = { page, limit: limits.adminPageSize, ...(search !== '' && { search }) };
      const response = await fetchPage(query, signal);
      if (!Array.isArray(response?.items)) throw new Error(failure);
      const entries = readList<Page['items'][number]>(
        response.items,
        'list entries',
        isUsable,
        kinds,
      );
      return { response: pageOf(response, entries, page), page, search };
    },
    placeholderData: keepPreviousData,
  });

  // The page does not exist any more, for instance after an old link.
  const lastPage = data?.response.pagination.totalPages ?? 1;
  const isBeyond = !isPlaceholderData && data !== undefined && page > lastPage;
  useEffect(() => {
    if (isBeyond) goTo(lastPage, { replace: true });
  }, [isBeyond, lastPage, goTo]);

  return {
    /** The text of the search box. */
    text,
    setText,
    goTo,
    /** The page that is shown, and the search that it was requested with. */
    shown:
      data === undefined || isBeyond
        ? undefined
        : {
            response: data.response,
            total: data.response.pagination.total,
            lastPage,
            page: data.page,
            search: data.search,
          },
    /** Whether the page shown is not the response to the last request. */
    isLate: isPlaceholderData,
    error,
    failure,
    isFetching,
    retry: () => void refetch(),
  };
}

/** Cuts the page out of a response with more than was requested, such as the whole list. */
function pageOf<Page extends PagedResponse<object>>(
  response: Page,
  entries: object[],
  page: number,
): Page {
  const size = limits.adminPageSize;
  const isWhole = entries.length > size;
  const items = isWhole ? entries.slice((page - 1) * size, page * size) : entries;
  const pagination = {
    total: Math.max(
      countOf(response.pagination?.total) ?? entries.length,
      isWhole ? entries.length : 0,
    ),
    totalPages: Math.max(
      countOf(response.pagination?.totalPages) ?? 1,
      isWhole ? Math.ceil(entries.length / size) : 1,
    ),
  };
  return { ...response, items, pagination };
}

export type PagedList<Item extends object> = ReturnType<typeof usePagedList<PagedResponse<Item>>>;
