import type { SearchResult } from '@repo/contract/activity-search';
import { limits } from '@repo/contract/page-limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search as SearchIcon, SearchX } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useSearchParams } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { useTextlessMailboxes } from '#lib/integrations/use-textless-mailboxes.ts';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { useSearchText } from '#lib/paged-list/use-search-text.ts';
import { plural } from '@repo/domain/text/plural';
import { ACTIVITY_SEARCH_FIELD, pressedShortcut } from '#lib/shortcuts.ts';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { NamesProvider } from '#lib/people/names.tsx';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { RepeatedPageBanner } from '#ui/feedback/repeated-page-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { SearchInput } from '#ui/forms/search-input.tsx';
import { searchActivitiesQuery } from './search-activities-query.ts';
import { readSearch, type Search, searchProblem, writeSearch } from './search-address.ts';
import { SearchFilters } from './search-filters.tsx';
import { addressesIn, SearchResultRow } from './search-result-row.tsx';
import { dayOf } from '#lib/time/workspace-day.ts';
import { useContinuedSearch } from './use-continued-search.ts';

/** A search that takes longer shows a progress message; milliseconds. */
const SLOW_MS = 2_000;

/** Searches the shared activities of a workspace. The search is in the address, so links open it. */
export function SearchPage() {
  const workspace = useWorkspace();
  const today = dayOf(useNow());
  const { search, text, setText, change } = useSearchAddress();
  useWorkspacePageTitle('Search');
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-3 px-4 py-6">
      <h1 className="text-title font-semibold tracking-title">Search</h1>
      <SearchInput
        id={ACTIVITY_SEARCH_FIELD}
        size="normal"
        label={`Search activities in ${workspace.name}`}
        placeholder="Subjects, people, texts and transcripts"
        value={text}
        maxLength={limits.searchLength}
        // Users open this page only to type a search.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={search.text === ''}
        onValueChange={setText}
      />
      <SearchFilters
        workspaceId={workspace.id}
        search={search}
        today={today}
        onChange={(filters) => change(filters)}
      />
      <TextlessSearchNote />
      <Outcome
        search={search}
        isTyping={text.trim() !== search.text}
        onClearFilters={() => change({ type: undefined, contributor: undefined, when: undefined })}
      />
    </div>
  );
}

/** Says whose texts the search cannot find. */
function TextlessSearchNote() {
  const mailboxes = useTextlessMailboxes();
  if (mailboxes.length === 0) return null;
  return (
    <p className="text-grid text-muted [overflow-wrap:anywhere]">
      {`Email of ${mailboxes.join(', ')} is found by people and subject only, because no text of it is captured.`}
    </p>
  );
}

type OutcomeProps = { search: Search; isTyping: boolean; onClearFilters: () => void };

function Outcome({ search, isTyping, onClearFilters }: OutcomeProps) {
  const { id: workspaceId, name } = useWorkspace();
  const now = useNow();
  const list = useRef<HTMLElement>(null);
  useResultKeys(list);
  const problem = searchProblem(search);
  const query = useInfiniteQuery({
    ...searchActivitiesQuery(workspaceId, search, dayOf(now)),
    enabled: problem === undefined,
  });
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage } = query;
  const isSlow = useIsLasting(isFetching, SLOW_MS);
  const isLate = isTyping || isPlaceholderData;
  const { searchedSince, isContinuing, endRef } = useContinuedSearch({
    pages: data?.pages,
    isFetching,
    isStopped: isLate || error !== null || !hasNextPage,
    fetchNextPage,
  });

  if (search.text === '') {
    return (
      <EmptyState
        icon={<SearchIcon />}
        title={`Search what your team shares in ${name}`}
        description="Finds activities with words that begin with what you type. Put a word in quotation marks to find exactly that word."
      />
    );
  }
  if (problem !== undefined) {
    return <ErrorState title="Cannot search for this" description={problem} />;
  }
  const results = data?.pages.flatMap((page) => page.results);
  if (results === undefined) {
    return error === null ? (
      <Loading isSlow={isSlow} />
    ) : (
      <ErrorState
        title="Failed to search"
        description={failureMessage(error, 'Please try again.')}
        retrying={isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const isAhead = ({ occurredAt }: SearchResult) => Date.parse(occurredAt) > now.getTime();
  const past = results.filter((result) => !isAhead(result));
  // The next meeting comes first.
  const ahead = results.filter(isAhead).toReversed();
  const isNarrowed = writeSearch({ ...search, text: '' }).size > 0;
  return (
    <section ref={list} aria-label="Results" aria-busy={isLate} className="flex flex-col gap-2">
      <output className="text-grid text-muted">
        {isLate
          ? isSlow
            ? 'Still searching...'
            : 'Searching...'
          : [
              `${results.length === 0 ? 'No results' : plural(results.length, 'result')}${hasNextPage ? ' so far' : ''}`,
              isContinuing ? 'searching older activities...' : results.length > 0 && 'newest first',
            ]
              .filter(Boolean)
              .join(', ')}
      </output>
      {error === null ? null : (
        <FailureBanner
          retrying={isFetching}
          onRetry={() => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch())}
        >
          {failureMessage(error, 'Failed to search')}
        </FailureBanner>
      )}
      {results.length === 0 && !isLate && searchedSince === undefined ? (
        <EmptyState
          icon={<SearchX />}
          title="No activities found"
          description={
            isNarrowed
              ? 'Nothing that matches these filters has all of these words.'
              : `Nothing shared in ${name} has all of these words. Try fewer or shorter ones.`
          }
          action={isNarrowed ? <Button onClick={onClearFilters}>Clear Filters</Button> : undefined}
        />
      ) : (
        <ResultList results={past} now={now} />
      )}
      {hasNextPage && !isLate ? (
        <div ref={endRef} className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            size="small"
            loading={isContinuing || query.isFetchingNextPage}
            loadingLabel={searchedSince && 'Searching older activities...'}
            onClick={() => void fetchNextPage()}
          >
            {searchedSince === undefined ? 'Show Older' : 'Search Older Activities'}
          </Button>
          {searchedSince === undefined ? null : (
            <span className="text-grid text-muted">
              Searched back to {formatWholeDay(dayOf(searchedSince))}
            </span>
          )}
        </div>
      ) : data?.pages.at(-1)?.next !== undefined && !isLate ? (
        <RepeatedPageBanner />
      ) : null}
      {ahead.length > 0 ? (
        <section aria-labelledby="ahead" className="mt-4 flex flex-col gap-2">
          <h2 id="ahead" className="text-body font-semibold">
            Coming up
          </h2>
          <ResultList results={ahead} now={now} />
        </section>
      ) : null}
    </section>
  );
}

type ResultListProps = {
  results: readonly SearchResult[];
  now: Date;
};

function ResultList({ results, now }: ResultListProps) {
  return (
    <NamesProvider addresses={results.flatMap(addressesIn)}>
      <ol className="rounded-md border border-line empty:hidden">
        {results.map((result) => (
          <SearchResultRow key={result.id} result={result} now={now} />
        ))}
      </ol>
    </NamesProvider>
  );
}

function Loading({ isSlow }: { isSlow: boolean }) {
  return (
    <section aria-label="Results" aria-busy className="flex flex-col gap-2">
      <output className="text-grid text-muted">
        {isSlow ? 'Still searching...' : 'Searching...'}
      </output>
      <div className="rounded-md border border-line">
        {[60, 45, 70].map((width) => (
          <div key={width} className="border-b border-line px-4 py-3.5 last:border-0">
            <div style={{ width: `${width}%` }}>
              <Skeleton />
            </div>
            <Skeleton className="mt-3 w-full" />
          </div>
        ))}
      </div>
    </section>
  );
}

/** Whether something has been true for this long. */
function useIsLasting(isActive: boolean, milliseconds: number): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(() => setIsLong(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isActive, milliseconds]);
  return isActive && isLong;
}

/** Searches after a pause in typing; filters apply at once. */
function useSearchAddress() {
  const [params, setParams] = useSearchParams();
  const search = readSearch(params);
  const { text, setText, markStored } = useSearchText(
    search.text,
    useCallback(
      (next: string) =>
        setParams((before) => writeSearch({ ...readSearch(before), text: next }), {
          replace: true,
          preventScrollReset: true,
        }),
      [setParams],
    ),
  );

  const change = (part: Partial<Search>) => {
    const next = { ...search, text: text.trim(), ...part };
    markStored(next.text);
    setParams(writeSearch(next), { replace: true, preventScrollReset: true });
  };

  return { search, text, setText, change };
}

/** Moves the focus between the results with J and K from anywhere on the page. */
function useResultKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const shortcut = pressedShortcut(event);
      if (shortcut !== 'next-activity' && shortcut !== 'previous-activity') return;
      const links = [
        ...(list.current?.querySelectorAll<HTMLElement>('[data-search-result]') ?? []),
      ];
      const now = links.findIndex((link) => link === document.activeElement);
      const next = shortcut === 'next-activity' ? now + 1 : Math.max(now - 1, 0);
      const target = links[Math.min(next, links.length - 1)];
      if (target === undefined) return;
      event.preventDefault();
      target.focus();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [list]);
}
