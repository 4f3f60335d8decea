import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Integration } from '@repo/contract/integrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { UpcomingTime } from '../card/upcoming-time.tsx';
import { useSync } from '../card/use-sync.ts';
import { useReconciliation } from './use-reconciliation.ts';

type MessageLocationResult = EndpointResponse<'GET /api/integrations/{id}/message-location'>;
type StoredMessage = NonNullable<MessageLocationResult['places']>[number];
type Props = { integration: Integration; location: MessageLocationResult };

const RULES: Record<
  MessageLocationResult['rule'],
  { title: string; icon: LucideIcon; tone: string }
> = {
  stored: { title: 'Stored', icon: CircleCheck, tone: 'text-success-ink' },
  'not-tracked': { title: 'Not tracked', icon: CircleSlash, tone: 'text-muted' },
  draft: { title: 'A draft', icon: CircleSlash, tone: 'text-muted' },
  spam: { title: 'In spam', icon: CircleSlash, tone: 'text-muted' },
  trash: { title: 'In the trash', icon: CircleSlash, tone: 'text-muted' },
  excluded: { title: 'Excluded', icon: CircleSlash, tone: 'text-muted' },
  failed: { title: 'Failed', icon: CircleX, tone: 'text-danger-ink' },
  'too-old': { title: 'Too old', icon: CircleSlash, tone: 'text-muted' },
  'not-yet-synced': { title: 'Not yet synced', icon: Clock, tone: 'text-warning-ink' },
  missed: { title: 'Missed', icon: CircleX, tone: 'text-danger-ink' },
  'not-found': { title: 'Not found', icon: CircleX, tone: 'text-muted' },
};

/** Shows where a message is stored, or the rule that excludes it, with a possible action. */
export function MessageLocation({ integration, location }: Props) {
  const { rule, explanation, occurredAt } = location;
  const { title, icon: Icon, tone } = RULES[rule];
  return (
    <output className="flex items-start gap-2 rounded-md border border-line bg-subtle px-3 py-2.5">
      <Icon aria-hidden className={`mt-0.5 size-icon-small shrink-0 ${tone}`} />
      <span className="flex min-w-0 flex-1 flex-col gap-2">
        <span>
          <span className="block font-medium">
            {title}
            {occurredAt === undefined ? null : (
              <span className="font-normal text-muted">
                {' · '}
                <RelativeTime value={occurredAt} />
              </span>
            )}
          </span>
          <span className="[overflow-wrap:anywhere]">{explanation}</span>
        </span>
        <NextStep integration={integration} location={location} />
      </span>
    </output>
  );
}

function NextStep({ integration, location }: Props): ReactNode {
  const { rule, places, domains, itemId } = location;
  if (rule === 'stored' && places !== undefined) return <StoredIn accounts={places} />;
  if (rule === 'not-tracked' && domains !== undefined && domains.length > 0) {
    return (
      <span>
        {`To import it, track ${listed(domains)} in `}
        <TextLink to="/import-preferences">Import Preferences</TextLink>.
      </span>
    );
  }
  if (rule === 'failed' && itemId !== undefined) {
    return <RetryItem integrationId={integration.id} itemId={itemId} />;
  }
  if (rule === 'not-yet-synced') return <NextSync {...{ integration, location }} />;
  if (rule === 'missed') return <StartReconciliation integration={integration} />;
  return null;
}

function StoredIn({ accounts }: { accounts: readonly StoredMessage[] }) {
  if (accounts.length === 0) {
    return (
      <span>
        {'Its domain is not shared with a workspace. Choose one in '}
        <TextLink to="/import-preferences">Import Preferences</TextLink>.
      </span>
    );
  }
  return accounts.map((account) => (
    <TextLink key={account.accountId} to={addressOf(account)}>
      {`Open in ${account.accountName} (${account.workspaceName})`}
    </TextLink>
  ));
}

function RetryItem({ integrationId, itemId }: { integrationId: string; itemId: string }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/integrations/{id}/failed-items/retry', {
        params: { id: integrationId },
        body: { itemId },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
  });
  return retry.isSuccess ? (
    <span className="text-muted">Retrying now. Check again in a moment.</span>
  ) : (
    <Button
      size="small"
      className="self-start"
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      Retry
    </Button>
  );
}

function NextSync({ integration, location }: Props) {
  const sync = useSync(integration.id);
  if (integration.progress !== undefined || sync.isSuccess) {
    return <span className="text-muted">Syncing now. Check again in a moment.</span>;
  }
  return (
    <>
      {location.nextSyncAt === undefined ? null : (
        <span className="text-muted">
          {'The next sync: '}
          <UpcomingTime value={location.nextSyncAt} />
        </span>
      )}
      <Button
        size="small"
        className="self-start"
        loading={sync.isPending}
        onClick={() => sync.mutate()}
      >
        Sync Now
      </Button>
    </>
  );
}

function StartReconciliation({ integration }: { integration: Integration }) {
  const reconciliation = useReconciliation(integration.id);
  if (integration.progress !== undefined || reconciliation.isSuccess) {
    return <span className="text-muted">Comparing now. Check again in a moment.</span>;
  }
  return (
    <Button
      size="small"
      className="self-start"
      loading={reconciliation.isPending}
      onClick={() => reconciliation.mutate()}
    >
      Compare Now
    </Button>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="self-start rounded-sm text-accent-ink underline underline-offset-2">
      {children}
    </Link>
  );
}

function addressOf({
  organizationSlug,
  workspaceSlug,
  accountId,
  activityId,
}: StoredMessage): string {
  const workspace = { slug: workspaceSlug, organization: { slug: organizationSlug } };
  return `${workspacePath(workspace, `accounts/${accountId}`)}?activity=${activityId}`;
}

const listed = (domains: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(domains);
