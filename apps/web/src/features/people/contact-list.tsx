import { limits } from '@repo/contract/page-limits';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { failureMessage } from '#lib/api/api-error.ts';
import { usePageAddress } from '#lib/paged-list/use-page-address.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { SearchInput } from '#ui/forms/search-input.tsx';
import { Pagination } from '#ui/paged-table/pagination.tsx';
import { ContactRow } from './contact-row.tsx';
import { contactsQuery, MAX_PAGE, PEOPLE_PAGE_SIZE } from './people-query.ts';
import { PeopleRegion } from './people-region.tsx';

type View = 'people' | 'quiet' | 'hidden';

type Props = {
  view: View;
  account: { id: string; name: string };
  personPath: (personId: string, colleague?: string) => string;
};

const TEXTS: Readonly<Record<View, { label: string; title: string; description: string }>> = {
  people: {
    label: 'People',
    title: 'No people yet',
    description: 'People appear here once a colleague shares an email or a meeting with them.',
  },
  quiet: {
    label: 'People going quiet',
    title: 'Nobody is going quiet',
    description:
      'People appear here after six weeks without contact, if there were six days in touch in the twelve weeks before.',
  },
  hidden: {
    label: 'Hidden people',
    title: 'Nobody is hidden',
    description:
      'Automated addresses such as newsletters, members of this workspace, and people hidden by a member are listed here.',
  },
};

/** One page of the people of an account. Search and page are in the address, so that they stay. */
export function ContactList({ view, account, personPath }: Props) {
  const { page, search, text, setText, goTo } = usePageAddress();
  const shownPage = Math.min(page, MAX_PAGE);
  const { data, error, refetch, isFetching } = useQuery(
    contactsQuery(account.id, {
      page: shownPage - 1,
      search,
      hidden: view === 'hidden',
      goingQuiet: view === 'quiet',
    }),
  );
  if (data === undefined) {
    if (error === null) return <LoadingPeople />;
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to fetch people')}
      </FailureBanner>
    );
  }
  const { people, total } = data;
  const { label, title, description } = TEXTS[view];
  const isSearched = search !== '' || text !== '';
  if (total === 0 && page === 1 && !isSearched) {
    return (
      <PeopleRegion label={label}>
        <EmptyState icon={<Users />} title={title} description={description} />
      </PeopleRegion>
    );
  }
  return (
    <PeopleRegion label={label} className="flex flex-col gap-3">
      {total > PEOPLE_PAGE_SIZE || isSearched ? (
        <SearchInput
          className="w-full max-w-80"
          label="Search people"
          placeholder="Search by name or address"
          maxLength={limits.searchLength}
          value={text}
          onValueChange={setText}
        />
      ) : null}
      {people.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No people found"
          description={search === '' ? 'This page does not exist.' : `Nobody matches "${search}".`}
          action={
            <Button onClick={() => (search === '' ? goTo(1) : setText(''))}>
              {search === '' ? 'Show First Page' : 'Show All People'}
            </Button>
          }
        />
      ) : (
        <ul aria-label={label} className="rounded-md border border-line">
          {people.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              account={account}
              personPath={personPath}
            />
          ))}
        </ul>
      )}
      <Pagination
        shown={people.length}
        total={total}
        noun={['person', 'people']}
        search={search}
        page={shownPage}
        lastPage={Math.max(1, Math.ceil(total / PEOPLE_PAGE_SIZE))}
        onPage={goTo}
      />
    </PeopleRegion>
  );
}

export function LoadingPeople() {
  return (
    <output className="flex flex-col gap-3">
      <span className="sr-only">Loading people...</span>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </output>
  );
}
