import { nounFor } from '@repo/domain/text/plural';
import { Button } from '../forms/button.tsx';

export type PaginationProps = {
  /** Rows on this page. */
  shown: number;
  total: number;
  /** The name of one of the items and of several: `['person', 'people']`. */
  noun: readonly [one: string, many: string];
  /** The search term; empty without a search. */
  search: string;
  page: number;
  lastPage: number;
  /** Shows the buttons of a single page too, as the specification does for the platform's users. */
  showsSinglePage?: boolean | undefined;
  onPage: (page: number) => void;
};

/** The foot of a list that comes in pages. */
export function Pagination({
  shown,
  total,
  noun,
  search,
  page,
  lastPage,
  showsSinglePage,
  onPage,
}: PaginationProps) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-grid text-muted">
      <output className="min-w-0 break-words tabular-nums">
        {`Showing ${shown} of ${total} ${nounFor(total, ...noun)}${search === '' ? '' : ` matching "${search}"`}`}
      </output>
      {lastPage > 1 || page > 1 || showsSinglePage ? (
        <nav aria-label="Pages" className="flex items-center gap-2">
          <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <span className="tabular-nums">{`Page ${page} of ${lastPage}`}</span>
          <Button size="small" disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </nav>
      ) : null}
    </footer>
  );
}
