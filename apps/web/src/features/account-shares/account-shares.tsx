import { limits } from '@repo/contract/page-limits';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { plural } from '@repo/domain/text/plural';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { colleaguesViewPath } from '#lib/sharing/colleagues-view-path.ts';
import { labelOfLevel, readLevel } from '#lib/sharing/level-texts.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';

/** One member's shares with an account. */
type MemberShares = {
  name: string;
  email: string;
  /** One of each domain; a member shares a domain with one account at most. */
  domains: { domain: string; level: ShareLevel }[];
  /** The ids by which the reader tracks these domains; none of another member's. */
  ownDomains: { id: string; domain: string }[];
  /** Whether one of them is shared at less than the workspace asks for. */
  isBelowLeast: boolean;
};

/** The members who share something with an account, each with the level. */
const accountSharesQuery = (accountId: string) =>
  queryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: ['account-shares', accountId],
    queryFn: async ({ signal }) => {
      const { shares, hasMore, ownPrivateMeetings } = await apiRequestOrThrow(
        'GET /api/accounts/{accountId}/shares',
        { params: { accountId }, signal },
      );
      const members = new Map<string, MemberShares>();
      for (const { user, domain, ownDomainId, level, isBelowLeast } of shares) {
        const known = readLevel(level);
        if (known === undefined) continue;
        const before = members.get(user.email);
        members.set(user.email, {
          ...user,
          domains: [...(before?.domains ?? []), { domain, level: known }],
          ownDomains: [
            ...(before?.ownDomains ?? []),
            ...(ownDomainId === undefined ? [] : [{ id: ownDomainId, domain }]),
          ],
          isBelowLeast: isBelowLeast || before?.isBelowLeast === true,
        });
      }
      return { members: [...members.values()], hasMore, ownPrivateMeetings };
    },
  });

/** Members named at first. */
const NAMED = 5;

/** A section of the information panel: who shares with the account, and how much colleagues see of it. */
export function AccountShares({ accountId }: { accountId: string }) {
  return (
    <section>
      <h3 className="mb-2 text-grid font-medium text-muted">Shared by</h3>
      <Content accountId={accountId} />
    </section>
  );
}

function Content({ accountId }: { accountId: string }) {
  const { data, error, refetch, isFetching } = useQuery(accountSharesQuery(accountId));
  const [isWhole, setIsWhole] = useState(false);
  if (data === undefined && error !== null) {
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to fetch who shares with this account')}
      </FailureBanner>
    );
  }
  if (data === undefined) return <Skeleton className="h-12" />;
  const { members, hasMore, ownPrivateMeetings } = data;
  const own = <OwnPrivateMeetings count={ownPrivateMeetings} />;
  if (members.length === 0) {
    return (
      <>
        <p className="text-faint">No one shares activities yet</p>
        {own}
      </>
    );
  }
  const listed = isWhole ? members : members.slice(0, NAMED);
  return (
    <>
      <ul className="flex flex-col gap-2">
        {listed.map((one) => (
          <Member key={one.email} member={one} />
        ))}
      </ul>
      {listed.length < members.length ? (
        <Button size="small" className="mt-2" onClick={() => setIsWhole(true)}>
          {`Show All ${members.length}${hasMore ? ' and more' : ''}`}
        </Button>
      ) : hasMore ? (
        <p className="mt-2 text-grid text-muted">There are more.</p>
      ) : null}
      {own}
    </>
  );
}

/** Why meetings of the reader's calendar are not here; colleagues learn nothing of them. */
function OwnPrivateMeetings({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-2 text-grid text-muted">
      {`${count === limits.privateMeetingsListed ? 'At least ' : ''}${plural(count, 'meeting')} of yours ${count === 1 ? 'is' : 'are'} not here, because your calendar marks ${count === 1 ? 'it' : 'them'} as private. `}
      <Link
        to="/import-preferences#private-meetings"
        className="rounded-sm text-accent-ink hover:underline"
      >
        Share in Import Preferences
      </Link>
    </p>
  );
}

function Member({ member }: { member: MemberShares }) {
  const { name, email, domains, ownDomains, isBelowLeast } = member;
  return (
    <li>
      <span className="flex items-baseline justify-between gap-3">
        <span dir="auto" title={email} className="min-w-0 truncate">
          {name || email}
        </span>
        <span className="shrink-0 text-grid text-muted">{levelsOf(domains)}</span>
      </span>
      {isBelowLeast ? (
        <span className="block text-grid text-warning-ink">Less than this workspace asks for</span>
      ) : null}
      {ownDomains.map(({ id, domain }) => (
        <Link
          key={id}
          to={colleaguesViewPath(id)}
          className="block truncate rounded-sm text-grid text-accent-ink hover:underline"
        >
          {ownDomains.length === 1 ? 'What colleagues see' : `What colleagues see of ${domain}`}
        </Link>
      ))}
    </li>
  );
}

/** One level if all domains have the same; else each domain with its own. */
function levelsOf(domains: MemberShares['domains']): string {
  const [first] = domains;
  if (first === undefined) return '';
  return domains.every(({ level }) => level === first.level)
    ? labelOfLevel(first.level)
    : domains.map(({ domain, level }) => `${domain}: ${labelOfLevel(level)}`).join(', ');
}
