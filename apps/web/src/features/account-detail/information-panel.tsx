import { ageLabel } from '@repo/domain/time/age-label';
import { participantName } from '@repo/domain/activities/participant-label';
import { Calendar, Mail, Phone, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { workspaceTimeZone } from '#lib/time/workspace-time-zone.ts';
import { plural } from '@repo/domain/text/plural';
import { NamesProvider, useNamed } from '#lib/people/names.tsx';
import { PersonName } from '#lib/people/person-name.tsx';
import { useOverlayPanelFocus } from '#lib/hooks/use-overlay-panel-focus.ts';
import { useNow } from '#lib/time/use-now.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import type { Account } from './account-query.ts';

/** At most this many participants are named (specification part 2, section 9). */
const NAMED = 5;

export type Participants = { listed: readonly { name: string; email: string }[]; total: number };

type Props = {
  account: Account | undefined;
  /** The participants in the window; undefined while they are loading. */
  participants: Participants | undefined;
  counts: { emails: number; meetings: number; calls: number };
  /** Further sections, between the account and who takes part. */
  further: ReactNode;
  className?: string | undefined;
  onClose: () => void;
};

export function InformationPanel({
  account,
  participants,
  counts,
  further,
  className,
  onClose,
}: Props) {
  const panel = useOverlayPanelFocus();
  return (
    <SidePanel
      title="Account Information"
      closeLabel="Close account information"
      className={className}
      onClose={onClose}
    >
      <div ref={panel} tabIndex={-1} className="flex flex-col gap-6 outline-none">
        <AccountFacts account={account} />
        {further}
        <Section title="Participants">
          <NamesProvider addresses={participants?.listed.slice(0, NAMED).map(emailOf) ?? []}>
            <ParticipantList participants={participants} />
          </NamesProvider>
        </Section>
        <Section title="Activity summary">
          {participants === undefined ? (
            <Lines />
          ) : (
            <ul className="flex flex-col gap-2">
              <Count Icon={Mail} noun="email" count={counts.emails} />
              <Count Icon={Calendar} noun="meeting" count={counts.meetings} />
              {counts.calls > 0 ? <Count Icon={Phone} noun="call" count={counts.calls} /> : null}
            </ul>
          )}
        </Section>
      </div>
    </SidePanel>
  );
}

function AccountFacts({ account }: Pick<Props, 'account'>) {
  const now = useNow();
  if (account === undefined) return <Lines />;
  const { domain, createdAt, discoveredBy } = account;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      {domain === undefined ? null : <Fact term="Domain">{domain}</Fact>}
      {createdAt === undefined ? null : (
        <Fact term="Created">
          <Tooltip content={formatExactTime(createdAt)}>
            <time dateTime={createdAt.toISOString()}>
              {ageLabel(createdAt, now, workspaceTimeZone())}
            </time>
          </Tooltip>
        </Fact>
      )}
      {discoveredBy === undefined ? null : <Fact term="Discovered by">{discoveredBy}</Fact>}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd dir="auto" className="break-words">
        {children}
      </dd>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-grid font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

const emailOf = ({ email }: { email: string }) => email;

function ParticipantList({ participants }: Pick<Props, 'participants'>) {
  const named = useNamed(participants?.listed.slice(0, NAMED) ?? []);
  if (participants === undefined) return <Lines />;
  const { total } = participants;
  if (total === 0) return <p className="text-faint">No participants in this period</p>;
  return (
    <ul className="flex flex-col gap-2.5">
      {named.map(({ name, email }) => (
        <li key={email || name} className="flex items-center gap-2.5">
          <Avatar name={participantName({ name, email })} size="large" />
          <span className="min-w-0">
            <span className="block truncate">
              <PersonName person={{ name, email }} />
            </span>
            {name === '' ? null : (
              <span className="block truncate text-grid text-faint">{email}</span>
            )}
          </span>
        </li>
      ))}
      {total > named.length ? (
        <li className="text-grid text-muted">and {total - named.length} more</li>
      ) : null}
    </ul>
  );
}

function Count({ Icon, noun, count }: { Icon: LucideIcon; noun: string; count: number }) {
  return (
    <li className="flex items-center gap-2.5">
      <Icon aria-hidden className="size-icon-small text-faint" />
      {plural(count, noun)}
    </li>
  );
}

function Lines() {
  return (
    <div aria-hidden className="flex flex-col gap-3 py-1">
      <Skeleton className="w-3/4" />
      <Skeleton className="w-1/2" />
      <Skeleton className="w-2/3" />
    </div>
  );
}
