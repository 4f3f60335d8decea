import type { CompanyLink } from '@repo/contract/company-links';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { LazyRemoveCompanyLinkDialog } from './lazy-factor-dialogs.ts';
import { sessionsKey } from './sessions-key.ts';

/** Lists the company sign-ins that are connected with the user; nothing for a user who has none. */
export function CompanyLinksCard() {
  const { data: links, error, isFetching, refetch } = useQuery(companyLinksQuery);
  if (links === undefined ? error === null : links.length === 0) return null;
  return (
    <Card title="Company Sign-Ins" description="Accounts at your company that sign you in here.">
      {links === undefined ? (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to load your company sign-ins
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </FailureBanner>
      ) : (
        <ul aria-label="Your company sign-ins" className="divide-y divide-line">
          {links.map((link) => (
            <Row key={link.id} link={link} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ link }: { link: CompanyLink }) {
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const { organization, issuer, linkedAt, lastUsedAt, signsIn, whyKept } = link;
  const refresh = async () => {
    void client.invalidateQueries({ queryKey: sessionsKey });
    await client.invalidateQueries({ queryKey: companyLinksQuery.queryKey });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
          {organization}
          {signsIn ? null : <Badge>Not in use</Badge>}
        </p>
        <p className="text-grid [overflow-wrap:anywhere] text-muted">{issuer}</p>
        <p className="text-grid text-muted">
          {'Connected '}
          <RelativeTime value={linkedAt} />
          {lastUsedAt === null ? (
            ' · Not used yet'
          ) : (
            <>
              {' · Last used '}
              <RelativeTime value={lastUsedAt} />
            </>
          )}
        </p>
        {whyKept === null ? null : <p className="mt-1 text-grid">{whyKept}</p>}
      </div>
      {whyKept === null ? (
        <Button
          size="small"
          aria-label={`Remove ${organization}`}
          onClick={() => setRemoving(true)}
        >
          Remove
        </Button>
      ) : null}
      <LazyRemoveCompanyLinkDialog
        link={link}
        open={isRemoving}
        onOpenChange={setRemoving}
        onDone={refresh}
      />
    </li>
  );
}

const companyLinksQuery = queryOptions({
  queryKey: ['own company sign-ins'],
  queryFn: async ({ signal }) => {
    const { items } = await apiRequestOrThrow('GET /api/auth/sso/links', { signal });
    return readList(items, 'company sign-ins', ({ id }) => id !== '', {
      id: 'id',
      organization: 'text',
      issuer: 'text',
      linkedAt: 'text',
      lastUsedAt: 'nullableText',
      signsIn: 'flag',
      reconnects: 'flag',
      whyKept: 'nullableText',
    });
  },
});
