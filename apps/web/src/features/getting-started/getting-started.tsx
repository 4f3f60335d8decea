import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Workspace } from '@repo/contract/workspaces';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, ChevronDown, PartyPopper, X } from 'lucide-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { mailboxOf, type Mailbox } from '#lib/integrations/use-mailbox.ts';
import { logFailure } from '#lib/log-failure.ts';
import { plural } from '@repo/domain/text/plural';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { gettingStartedQuery, readCollapsed, writeCollapsed } from './getting-started-state.ts';

type Status = EndpointResponse<'GET /api/workspaces/{workspaceId}/getting-started'>;

export type GettingStartedProps = {
  workspace: Workspace;
  /** Whether the workspace has accounts, for example a colleague's. */
  hasAccounts: boolean;
  /** The page that discovers companies. */
  discoveryPath: string;
  connectMailbox: ReactNode;
  /** Shares the user's tracked domains. */
  shareCompanies: ReactNode;
};

type Step = {
  title: string;
  description: string;
  /** Undefined while it is not known. */
  isDone: boolean | undefined;
  action: ReactNode;
  /** Can be done before the steps above it. */
  isIndependent?: boolean;
};

/** The first steps of a user in a workspace, until they dismiss them. */
export function GettingStarted(props: GettingStartedProps) {
  const { workspace } = props;
  const headingId = useId();
  const listId = useId();
  const [isCollapsed, setIsCollapsed] = useState(readCollapsed);
  const { data: status } = useQuery(gettingStartedQuery(workspace.id));
  const { data: integrations } = useQuery(integrationsQuery);
  const dismiss = useDismiss(workspace.id);
  const steps = stepsOf(props, status, integrations && mailboxOf(integrations));
  const done = steps.filter(({ isDone }) => isDone).length;
  const isKnown = steps.every(({ isDone }) => isDone !== undefined);
  const isComplete = done === steps.length;
  useEffect(() => {
    // The next visit then reserves space for the heading only.
    if (isComplete) writeCollapsed(true);
  }, [isComplete]);
  return (
    <section
      aria-labelledby={headingId}
      className="flex shrink-0 flex-col gap-2 border-b border-line bg-subtle px-3 py-2"
    >
      <div className="flex items-center gap-2">
        {isComplete ? (
          <PartyPopper aria-hidden className="size-icon-small shrink-0 text-success-ink" />
        ) : null}
        <h2 id={headingId} className="min-w-0 truncate text-body font-semibold">
          {isComplete ? 'You’re all set' : 'Getting started'}
        </h2>
        <p className="shrink-0 text-grid text-muted tabular-nums">
          {isKnown ? `${done} of ${steps.length} done` : null}
        </p>
        <span className="ml-auto flex gap-1">
          {isComplete ? null : (
            <Button
              size="xsmall"
              variant="bare"
              aria-expanded={!isCollapsed}
              aria-controls={listId}
              onClick={() => {
                writeCollapsed(!isCollapsed);
                setIsCollapsed(!isCollapsed);
              }}
            >
              {isCollapsed ? 'Show Steps' : 'Hide Steps'}
              <ChevronDown aria-hidden className={clsx(!isCollapsed && 'rotate-180')} />
            </Button>
          )}
          <IconButton
            label="Dismiss Getting started"
            icon={<X />}
            size="xsmall"
            onClick={() => dismiss.mutate()}
          />
        </span>
      </div>
      <ol
        id={listId}
        hidden={isCollapsed || isComplete}
        className={clsx(
          'grid gap-2 sm:grid-cols-2 [&[hidden]]:hidden',
          steps.length === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3',
        )}
      >
        {steps.map((step, index) => (
          <StepCard
            key={step.title}
            step={step}
            number={index + 1}
            isNext={steps.findIndex(({ isDone }) => isDone !== true) === index}
          />
        ))}
      </ol>
    </section>
  );
}

type StepCardProps = {
  step: Step;
  number: number;
  /** The first step that is not done, or not known to be. */
  isNext: boolean;
};

/**
 * Has a height that depends on nothing that is loaded later. On a phone only the next step has more than its
 * title, whichever it is.
 */
function StepCard({ step, number, isNext }: StepCardProps) {
  const { title, description, isDone, action, isIndependent = false } = step;
  const isOffered = isDone === false && (isNext || isIndependent);
  return (
    <li
      aria-current={isNext && isDone === false ? 'step' : undefined}
      style={{ minHeight: isNext || innerWidth >= 640 ? 128 : 42 }}
      className={clsx(
        'flex flex-col gap-1 rounded-md border bg-canvas px-3 py-2.5',
        isNext && isDone === false ? 'border-accent' : 'border-line',
      )}
    >
      <h3 className="flex items-center gap-2 text-grid font-medium">
        <span
          aria-hidden
          className={clsx(
            'flex size-5 shrink-0 items-center justify-center rounded-full border text-[0.6875rem] tabular-nums [&_svg]:size-3',
            isDone === true
              ? 'border-transparent bg-success-soft text-success-ink'
              : 'border-line-strong text-muted',
          )}
        >
          {isDone === true ? <Check /> : number}
        </span>
        <span className="min-w-0 truncate">{title}</span>
        {isDone === true ? <span className="sr-only">(done)</span> : null}
      </h3>
      <p className={clsx('line-clamp-2 pl-7 text-grid text-muted', !isNext && 'max-sm:hidden')}>
        {description}
      </p>
      {isOffered ? (
        <div className={clsx('mt-auto pt-1 pl-7', !isNext && 'max-sm:hidden')}>{action}</div>
      ) : null}
    </li>
  );
}

function stepsOf(
  { workspace, hasAccounts, discoveryPath, connectMailbox, shareCompanies }: GettingStartedProps,
  status: Status | undefined,
  mailbox: Mailbox | undefined,
): Step[] {
  const { name } = workspace;
  const tracked = status?.trackedDomains ?? 0;
  const shared = status?.sharedDomains ?? 0;
  const colleagues = status?.colleagues ?? 0;
  const isConnected = mailbox?.isConnected;
  const invite: Step = {
    title: 'Invite colleagues',
    description:
      colleagues > 0
        ? `${plural(colleagues, 'colleague')} joined or invited.`
        : `Everyone in ${name} sees what the team shares.`,
    isDone: status && colleagues > 0,
    action: <StepLink to={workspacePath(workspace, 'members')}>Invite Colleagues</StepLink>,
    isIndependent: true,
  };
  return [
    {
      title: 'Connect your mailbox',
      description:
        isConnected === true
          ? `${mailbox?.name ?? 'Your mailbox'} is connected.`
          : hasAccounts
            ? 'Add your own activity to what colleagues share.'
            : 'Find the companies that you are in touch with.',
      isDone: isConnected,
      action: connectMailbox,
    },
    {
      title: 'Choose companies',
      description:
        tracked > 0
          ? `You track ${plural(tracked, 'company', 'companies')}.`
          : 'Only you see their activity until you share it.',
      isDone: status && tracked > 0,
      action: <StepLink to={discoveryPath}>Choose Companies</StepLink>,
    },
    {
      title: `Share them with ${name}`,
      description:
        shared > 0
          ? `${plural(shared, 'company', 'companies')} shared.`
          : 'They become accounts that the whole team sees.',
      isDone: status && shared > 0,
      action: shareCompanies,
    },
    ...(workspace.role === 'owner' ? [invite] : []),
  ];
}

function StepLink({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild size="xsmall">
      <Link to={to}>{children}</Link>
    </Button>
  );
}

/** Dismisses at once; the steps come back when the server could not store it. */
function useDismiss(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      apiRequestOrThrow('DELETE /api/workspaces/{workspaceId}/getting-started', {
        params: { workspaceId },
      }),
    onMutate: () => {
      client.setQueryData(workspacesQuery.queryKey, (known) =>
        known?.map((one) => (one.id === workspaceId ? { ...one, gettingStarted: false } : one)),
      );
    },
    onError: (error) => {
      logFailure('Getting started was not dismissed.', error);
      void client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    },
  });
}
