import type { AccessRequest } from '@repo/contract/access-requests';
import { isBusinessDay } from '@repo/domain/time/business-day';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { fieldsOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { ACCESS_REQUESTS } from '#lib/sharing/access-requests-key.ts';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { GiveAccessDialog } from './give-access-dialog.tsx';
import { useAnswerRequest } from './use-answer-request.ts';

/** Requests of colleagues for the user's conversations, and what was granted; nothing while there are none. */
export function AccessRequests() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ACCESS_REQUESTS,
    queryFn: async ({ signal }) => {
      const { requests } = await apiRequestOrThrow('GET /api/access-requests', { signal });
      return readList<AccessRequest>(requests, 'requests for access', isUsable, {
        id: 'id',
        title: 'text',
        domain: 'text',
        isGranted: 'flag',
      });
    },
  });
  if (data === undefined && error !== null) {
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        Failed to load the requests for access
      </FailureBanner>
    );
  }
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby="access-requests" className="flex flex-col gap-2">
      <h2 id="access-requests" className="font-semibold">
        Requests for access
      </h2>
      <p className="text-muted">
        Colleagues ask to read these conversations in full. Only the colleague you give access to
        sees more.
      </p>
      <ul className="rounded-md border border-line">
        {data.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

const isUsable = ({ id, by, workspace, accountId, activityId }: AccessRequest): boolean =>
  id !== '' &&
  typeof fieldsOf(by)['email'] === 'string' &&
  typeof fieldsOf(workspace)['slug'] === 'string' &&
  Boolean(accountId && activityId);

function RequestRow({ request }: { request: AccessRequest }) {
  const [isOpen, setOpen] = useState(false);
  const answer = useAnswerRequest(request.id);
  const { by, workspace, accountId, activityId, isGranted, lastDay, domain } = request;
  const name = by.name || by.email;
  const title = request.title.trim() || 'No title';
  const isEnding = isGranted && isBusinessDay(lastDay ?? '');
  const page = workspacePath(
    { slug: workspace.slug, organization: { slug: workspace.orgSlug } },
    `accounts/${encodeURIComponent(accountId)}?activity=${encodeURIComponent(activityId)}`,
  );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex min-w-48 flex-1 flex-col">
        <Link to={page} dir="auto" className="truncate hover:underline">
          {title}
        </Link>
        <span dir="auto" className="break-words text-muted">
          {isGranted ? `${name} can read it` : `${name} asks to read it`}
          {isEnding ? ` until ${formatWholeDay(lastDay ?? '')}` : ''} · {domain} · {workspace.name}
        </span>
      </div>
      <div className="flex shrink-0 gap-2">
        <Button
          size="small"
          aria-label={
            isGranted
              ? `End Access of ${name} to ${title}`
              : `Decline request of ${name} for ${title}`
          }
          loading={answer.isPending && !isOpen}
          onClick={() => answer.mutate({ answer: 'declined' })}
        >
          {isGranted ? 'End Access' : 'Decline'}
        </Button>
        {isGranted ? null : (
          <Button
            size="small"
            variant="primary"
            aria-label={`Give Access… to ${title} for ${name}`}
            onClick={() => setOpen(true)}
          >
            Give Access…
          </Button>
        )}
      </div>
      {isOpen ? (
        <GiveAccessDialog request={request} name={name} onClose={() => setOpen(false)} />
      ) : null}
    </li>
  );
}
