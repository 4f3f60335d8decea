import { limits } from '@repo/contract/page-limits';
import { useQuery } from '@tanstack/react-query';
import { SearchX, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { plural } from '@repo/domain/text/plural';
import { failureMessage } from '#lib/api/api-error.ts';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { usePageAddress } from '#lib/paged-list/use-page-address.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { dayLabel } from '#lib/relationships/day-label.ts';
import { useNow } from '#lib/time/use-now.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { SearchInput } from '#ui/forms/search-input.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { LoadingPeople } from './contact-list.tsx';
import { contactName } from './contact-name.ts';
import { peopleSearchQuery } from './people-query.ts';
import type { FoundPerson } from './read-people.ts';

/** Finds a person of any account of the workspace. The search is in the address, so links open it. */
export function WorkspacePeoplePage() {
  const workspace = useWorkspace();
  const { search, text, setText } = usePageAddress();
  useWorkspacePageTitle('People');
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="People"
        description={`The people your team is in touch with in ${workspace.name}.`}
      />
      <SearchInput
        className="w-full max-w-search"
        label={`Search people in ${workspace.name}`}
        placeholder="Search by name or address"
        value={text}
        maxLength={limits.searchLength}
        onValueChange={setText}
      />
      <FoundPeople search={search} isTyping={text.trim() !== search} />
    </div>
  );
}

function FoundPeople({ search, isTyping }: { search: string; isTyping: boolean }) {
  const workspace = useWorkspace();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    peopleSearchQuery(workspace.id, { search }),
  );
  if (data === undefined) {
    if (error === null) return <LoadingPeople />;
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to fetch people')}
      </FailureBanner>
    );
  }
  const { people } = data;
  const isLate = isTyping || isPlaceholderData;
  if (people.length === 0 && search === '') {
    return (
      <EmptyState
        icon={<UsersRound />}
        title="No people yet"
        description="People appear here once your team shares accounts with activity."
        action={
          <Button asChild>
            <Link to="/import-preferences">Share Companies</Link>
          </Button>
        }
      />
    );
  }
  return (
    <section aria-label="Found people" aria-busy={isLate} className="flex flex-col gap-2">
      <output className="text-grid text-muted">
        {isLate ? 'Searching...' : describeFound(search, people.length)}
      </output>
      {people.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No people found"
          description="No name or address contains all of these words."
        />
      ) : (
        <ul aria-label="People" className="rounded-md border border-line">
          {people.map((person) => (
            <FoundPersonRow
              key={person.id}
              person={person}
              path={workspacePath(workspace, `people/${person.id}`)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function describeFound(search: string, count: number): string {
  if (search === '') return 'People at the most recently active accounts. Search to find others.';
  return count === limits.foundPeople
    ? `The first ${plural(count, 'person', 'people')}. Type more to find others.`
    : plural(count, 'person', 'people');
}

const lastContact = (day: string | null, today: string) =>
  day === null ? 'No contact yet' : `Last contact ${dayLabel(day, today).toLowerCase()}`;

function FoundPersonRow({ person, path }: { person: FoundPerson; path: string }) {
  const name = contactName(person);
  const today = dayOf(useNow());
  const { lastDay } = person;
  const addresses = person.name === '' ? person.addresses.slice(1) : person.addresses;
  return (
    <li className="flex gap-3 border-b border-line px-4 py-3 last:border-0">
      <Avatar name={name} size="large" className="mt-0.5" />
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link to={path} dir="auto" className="truncate font-medium hover:underline">
            {name}
          </Link>
          <span className="min-w-0 truncate text-grid text-muted max-sm:w-full">
            {addresses.join(', ')}
          </span>
        </p>
        <p className="truncate text-grid text-muted" dir="auto">
          {person.accounts.join(', ')}
        </p>
        <p className="text-grid text-muted sm:hidden">{lastContact(lastDay, today)}</p>
      </div>
      <p className="ml-auto shrink-0 text-right text-grid text-muted max-sm:hidden">
        {lastContact(lastDay, today)}
      </p>
    </li>
  );
}
