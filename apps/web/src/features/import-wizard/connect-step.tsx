import { useQuery } from '@tanstack/react-query';
import { Check, Mail, MailCheck, ShieldCheck } from 'lucide-react';
import { isFullServer } from '#lib/server-level.ts';
import { integrationsQuery, type Integrations } from '#lib/integrations/integrations-query.ts';
import { findProvider } from '#lib/integrations/read-providers.ts';
import { mailboxOf } from '#lib/integrations/use-mailbox.ts';
import { Button } from '#ui/forms/button.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { StepPanel } from './step-panel.tsx';

/** The parts of the mailbox that discovery reads. */
const ACCESSED = [
  'Recent email activity of the last 14 days',
  'Sender and recipient addresses',
  'Subjects and basic metadata',
];

type Props = { onConnect: () => void; onContinue: () => void };

/** Step 1. A check that fails counts as not connected. */
export function ConnectStep({ onConnect, onContinue }: Props) {
  const { data, isPending } = useQuery(integrationsQuery);
  const { name, isConnected, texts } = mailboxOf(data);
  if (isPending) return <Checking title={texts.checking} />;
  return isConnected ? (
    <Connected title={texts.connected} mailboxes={mailboxesIn(data)} onContinue={onContinue} />
  ) : (
    <NotConnected
      title={texts.notConnected}
      name={name}
      others={otherMailboxes(data, name)}
      onConnect={onConnect}
    />
  );
}

function Checking({ title }: { title: string }) {
  return (
    <StepPanel icon={<Mail />} title={title}>
      <output className="sr-only">{title}</output>
      <div className="flex flex-col gap-4">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
        <Skeleton className="w-3/5" />
      </div>
    </StepPanel>
  );
}

/** The addresses that discovery reads, where there can be several. */
function mailboxesIn(data: Integrations | undefined): string[] {
  const isMail = (id: string) => findProvider(data?.providers ?? [], id)?.kind === 'mail';
  return (data?.integrations ?? []).flatMap(({ provider, source, needsReauth }) =>
    isMail(provider) && !needsReauth && source !== undefined ? [source] : [],
  );
}

type ConnectedProps = { title: string; mailboxes: readonly string[]; onContinue: () => void };

function Connected({ title, mailboxes, onContinue }: ConnectedProps) {
  return (
    <StepPanel
      icon={<MailCheck />}
      iconKind="success"
      title={title}
      description="Next, we search your recent activity for companies you are in touch with. Nothing is imported until you choose it."
      next={
        <Button variant="primary" onClick={onContinue}>
          Continue to Discovery
        </Button>
      }
    >
      {mailboxes.length > 1 ? (
        <ul aria-label="Connected mailboxes" className="flex flex-col gap-2">
          {mailboxes.map((address) => (
            <li key={address} className="flex items-start gap-2 [overflow-wrap:anywhere]">
              <Check aria-hidden className="mt-0.5 size-icon-small shrink-0 text-success-ink" />
              {address}
            </li>
          ))}
        </ul>
      ) : undefined}
    </StepPanel>
  );
}

/** The kinds of mailbox that can be connected instead of the one that is named. */
function otherMailboxes(data: Integrations | undefined, named: string): string[] {
  const names = (data?.providers ?? []).flatMap(({ kind, name }) => (kind === 'mail' ? name : []));
  return names.includes(named) ? names.filter((name) => name !== named) : [];
}

type NotConnectedProps = {
  title: string;
  name: string;
  others: readonly string[];
  onConnect: () => void;
};

function NotConnected({ title, name, others, onConnect }: NotConnectedProps) {
  return (
    <StepPanel
      icon={<Mail />}
      title={title}
      description="To find companies you are in touch with, we look at:"
      next={
        <Button variant="primary" onClick={onConnect}>
          {`Connect ${name}`}
        </Button>
      }
    >
      <ul className="flex flex-col gap-2">
        {ACCESSED.map((part) => (
          <li key={part} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-icon-small shrink-0 text-success-ink" />
            {part}
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <p className="mt-5">
          {`Your mail is not in ${name}? `}
          <button type="button" className="text-accent-ink underline" onClick={onConnect}>
            Use Another Mailbox
          </button>
          {`: ${others.join(', ')}, or a file of emails.`}
        </p>
      )}
      <p className="mt-5 flex items-start gap-2 rounded-md bg-subtle px-3 py-2 text-grid text-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-icon-small shrink-0" />
        <span>
          We never read email content or store sensitive information.
          {isFullServer() ? (
            <span className="mt-1 block">
              This applies to this search alone. For the domains that you import afterwards, emails
              and meetings are stored with their text, and you decide what is shared.
            </span>
          ) : null}
        </span>
      </p>
    </StepPanel>
  );
}
