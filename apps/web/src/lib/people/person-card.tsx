import type { EndpointResponse } from '@repo/contract/endpoints';
import { strengthLabels } from '@repo/domain/relationships/strength';
import { isBusinessDay } from '@repo/domain/time/business-day';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Avatar } from '#ui/display/avatar.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { apiRequestOrThrow } from '../api/api-request.ts';
import { fieldsOf, textOf } from '../api/read-fields.ts';
import { readList } from '../api/read-list.ts';
import { dayLabel } from '../relationships/day-label.ts';
import { StrengthBadge } from '../relationships/strength-badge.tsx';
import { useNow } from '../time/use-now.ts';
import { dayOf } from '../time/workspace-day.ts';

type PersonCardProps = {
  workspaceId: string;
  name: string;
  address: string;
  /** Null for a colleague. */
  personId: string | null;
};

/** A person's name, address, company, last contact, and the colleague who knows them best. */
export function PersonCard({ workspaceId, name, address, personId }: PersonCardProps) {
  return (
    <div className="flex gap-3">
      <Avatar name={name} size="large" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-medium">
          {name}
        </p>
        {address === name ? null : <p className="truncate text-grid text-muted">{address}</p>}
        {personId === null ? (
          <p className="text-grid text-muted">Member of this workspace</p>
        ) : (
          <Facts workspaceId={workspaceId} personId={personId} />
        )}
      </div>
    </div>
  );
}

function Facts({ workspaceId, personId }: { workspaceId: string; personId: string }) {
  const today = dayOf(useNow());
  const { data, isError } = useQuery({
    queryKey: ['people', 'card', workspaceId, personId],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) =>
      readCard(
        (
          await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/people/{personId}', {
            params: { workspaceId, personId },
            signal,
          })
        ).person,
      ),
  });
  if (isError) return <p className="text-grid text-muted">Failed to load</p>;
  if (data === undefined) return <Skeleton className="mt-2 w-3/4" />;
  const { companies, lastDay, best } = data;
  return (
    <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-grid">
      {companies === '' ? null : <Fact term="Company">{companies}</Fact>}
      {lastDay === undefined ? null : <Fact term="Last contact">{dayLabel(lastDay, today)}</Fact>}
      {best === undefined ? null : (
        <Fact term="Best known by">
          <span className="flex flex-wrap gap-x-2">
            <span dir="auto">{best.name}</span>
            {best.label === undefined ? null : <StrengthBadge label={best.label} />}
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd dir="auto" className="min-w-0 break-words">
        {children}
      </dd>
    </>
  );
}

type Person = EndpointResponse<'GET /api/workspaces/{workspaceId}/people/{personId}'>['person'];

/** The contents of the card; unusable fields count as absent. */
function readCard(received: Person | undefined) {
  const accounts = readList(received?.accounts, 'accounts', ({ name }) => name !== '', {
    name: 'text',
  });
  const byLatest = accounts.toSorted((one, other) =>
    textOf(fieldsOf(other.contact)['lastDay']).localeCompare(
      textOf(fieldsOf(one.contact)['lastDay']),
    ),
  );
  const [latest] = byLatest;
  const lastDay = textOf(fieldsOf(latest?.contact)['lastDay']);
  const [first] = readList(latest?.contact.colleagues, 'colleagues');
  const best = first && {
    name: textOf(first.name) || textOf(first.email),
    label: strengthLabels.find((label) => label === first.label),
  };
  return {
    companies: byLatest
      .slice(0, 3)
      .map(({ name }) => name)
      .join(', '),
    lastDay: isBusinessDay(lastDay) ? lastDay : undefined,
    best: best?.name ? best : undefined,
  };
}
