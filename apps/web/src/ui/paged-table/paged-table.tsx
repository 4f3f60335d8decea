import { limits } from '@repo/contract/page-limits';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { isNetworkError, failureMessage } from '#lib/api/api-error.ts';
import type { PagedList } from '#lib/paged-list/use-paged-list.ts';
import { FailureBanner } from '../feedback/failure-banner.tsx';
import { Button } from '../forms/button.tsx';
import { EmptyState, type EmptyStateProps } from '../feedback/empty-state.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { Pagination, type PaginationProps } from './pagination.tsx';
import { SearchInput } from '../forms/search-input.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { TABLE_ROW_HEIGHT } from '../display/table-row-height.ts';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '../display/table.tsx';

export type Column<Item extends object> = {
  /** Its header; for a column of buttons one that only screen readers get. */
  header: string;
  headerHidden?: boolean;
  numeric?: boolean;
  /** The classes of its cells and its header. */
  className?: string;
  /** The classes of its cells only. */
  cellClassName?: string;
  cell: (item: Item) => ReactNode;
};

export type PagedTableProps<Item extends object> = Pick<PaginationProps, 'showsSinglePage'> & {
  list: PagedList<Item>;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  /** Names the table. */
  label: string;
  /** The name of the items, in the plural: 'users'. */
  noun: readonly [one: string, many: string];
  searchPlaceholder: string;
  /** Shown when the list is empty without any search. */
  empty: Omit<EmptyStateProps, 'className'>;
  /** Shown beside the search. */
  filters?: ReactNode;
};

const SKELETON_ROWS = 8;

/** A searchable table that comes in pages, in all its states. */
export function PagedTable<Item extends object>(props: PagedTableProps<Item>) {
  const { list, searchPlaceholder, filters } = props;
  return (
    <div className="@container flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          value={list.text}
          onValueChange={list.setText}
          placeholder={searchPlaceholder}
          maxLength={limits.searchLength}
          className="w-full max-w-search"
        />
        {filters}
      </div>
      <Content {...props} />
    </div>
  );
}

function Content<Item extends object>(props: PagedTableProps<Item>) {
  const { list, columns, keyOf, label, noun, empty, showsSinglePage } = props;
  const { shown, error, failure, isFetching, retry } = list;
  if (shown === undefined) {
    if (error === null) return <Waiting {...props} />;
    return <ErrorState {...explain(error, failure)} onRetry={retry} retrying={isFetching} />;
  }
  const { items } = shown.response;
  const failed = error === null ? undefined : explain(error, failure);
  return (
    <>
      {failed === undefined ? null : (
        <FailureBanner retrying={isFetching} onRetry={retry}>
          {[failed.title, failed.description].filter(Boolean).join(': ')}
        </FailureBanner>
      )}
      <div
        aria-busy={list.isLate || undefined}
        className={clsx('transition-opacity', list.isLate && 'opacity-60 delay-200')}
        // The last page may be short; the minimum height prevents the buttons below from moving.
        style={
          shown.lastPage > 1
            ? { minHeight: (limits.adminPageSize + 1) * TABLE_ROW_HEIGHT }
            : undefined
        }
      >
        {items.length > 0 ? (
          <Table label={label} className="rounded-md border border-line">
            <Head columns={columns} />
            <TableBody>
              {items.map((item) => (
                <TableRow key={keyOf(item)}>
                  {columns.map(({ header, numeric, className, cellClassName, cell }) => (
                    <TableCell
                      key={header}
                      numeric={numeric}
                      className={clsx(className, cellClassName)}
                    >
                      {cell(item)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        ) : shown.search === '' ? (
          <EmptyState className="rounded-md border border-line" {...empty} />
        ) : (
          <EmptyState
            className="rounded-md border border-line"
            title={`No ${noun[1]} match "${shown.search}"`}
            action={<Button onClick={() => list.setText('')}>Clear Search</Button>}
          />
        )}
      </div>
      {shown.total === 0 && shown.search === '' ? null : (
        <Pagination
          {...shown}
          shown={items.length}
          noun={noun}
          showsSinglePage={showsSinglePage}
          onPage={list.goTo}
        />
      )}
    </>
  );
}

function explain(error: Error, failure: string) {
  const reason = failureMessage(error, '');
  if (isNetworkError(error)) return { title: reason };
  return { title: failure, description: reason === '' || reason === failure ? undefined : reason };
}

function Head<Item extends object>({ columns }: Pick<PagedTableProps<Item>, 'columns'>) {
  return (
    <TableHead>
      <TableRow>
        {columns.map(({ header, headerHidden, numeric, className }) => (
          <TableHeaderCell key={header} numeric={numeric} className={className}>
            {headerHidden ? <span className="sr-only">{header}</span> : header}
          </TableHeaderCell>
        ))}
      </TableRow>
    </TableHead>
  );
}

function Waiting<Item extends object>({ columns, label, noun }: PagedTableProps<Item>) {
  return (
    <>
      <output className="sr-only">{`Loading ${noun[1]}...`}</output>
      <Table label={label} className="rounded-md border border-line">
        <Head columns={columns} />
        <TableBody>
          {Array.from({ length: SKELETON_ROWS }, (_, row) => (
            <TableRow key={row}>
              {columns.map(({ header, numeric, className }, column) => (
                <TableCell key={header} numeric={numeric} className={className}>
                  <Skeleton
                    className={clsx(
                      column === 0 ? ['w-28', 'w-36', 'w-24', 'w-32'][row % 4] : 'w-16',
                      numeric && 'ml-auto w-6!',
                    )}
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}
