import { evidenceFacts } from '@repo/domain/relationships/evidence-facts';
import { clsx } from 'clsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { plural } from '@repo/domain/text/plural';
import { currentUserQuery } from '#lib/session/current-user-query.ts';
import { dayLabel } from '#lib/relationships/day-label.ts';
import { StrengthBadge } from '#lib/relationships/strength-badge.tsx';
import { useNow } from '#lib/time/use-now.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { contactName } from './contact-name.ts';
import { IntroductionLink } from './introduction-link.tsx';
import { PersonMenu } from './person-menu.tsx';
import type { Contact } from './read-people.ts';
import { QuietNote } from './quiet-note.tsx';
import { dayOf } from '#lib/time/workspace-day.ts';

type Props = {
  contact: Contact;
  account: { id: string; name: string };
  /** The address of the account's page, in a list of several accounts. */
  accountPath?: string;
  personPath: (personId: string, colleague?: string) => string;
};

const HIDDEN_BECAUSE = {
  automated: 'Automated address',
  'by-hand': 'Hidden by a member',
  colleague: 'Member of this workspace',
} as const;

/** The reason why a person is hidden, with the member who decided it. */
export function hiddenBecause({ hidden, hiddenBy }: Contact): string | undefined {
  if (hidden === null) return undefined;
  return hidden === 'by-hand' && hiddenBy !== '' ? `Hidden by ${hiddenBy}` : HIDDEN_BECAUSE[hidden];
}

/** A person of an account: who they are, how often there was contact, and who knows them best. */
export function ContactRow({ contact, account, accountPath, personPath }: Props) {
  const { id: workspaceId } = useWorkspace();
  const today = dayOf(useNow());
  const { data: me } = useQuery(currentUserQuery);
  const name = contactName(contact);
  const [first, ...rest] = contact.colleagues;
  const introducer =
    contact.hidden === null && first !== undefined && first.email !== me?.email ? first : undefined;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b border-line px-4 py-3 last:border-0">
      <Avatar name={name} size="large" className="mt-0.5" />
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link
            to={personPath(contact.id)}
            dir="auto"
            className="truncate font-medium hover:underline"
          >
            {name}
          </Link>
          <span className="min-w-0 truncate text-grid text-muted">
            {contact.name === ''
              ? contact.addresses.slice(1).join(', ')
              : contact.addresses.join(', ')}
          </span>
        </p>
        <p className="text-grid text-muted">
          {accountPath === undefined ? null : (
            <>
              <Link to={accountPath} dir="auto" className="font-medium text-ink hover:underline">
                {account.name}
              </Link>
              {' · '}
            </>
          )}
          <Link to={personPath(contact.id)} className="hover:underline">
            {plural(contact.days, 'day')} in touch
          </Link>
          {` · first ${dayLabel(contact.firstDay, today).toLowerCase()}, last ${dayLabel(contact.lastDay, today).toLowerCase()}`}
        </p>
        {contact.hidden === null ? (
          <QuietNote
            subject={{ workspaceId, personId: contact.id }}
            name={name}
            facts={contact}
            daysPath={personPath(contact.id)}
          />
        ) : (
          <p className="text-grid text-muted">{hiddenBecause(contact)}</p>
        )}
        {first === undefined || contact.hidden !== null ? null : (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-grid">
            <Link to={personPath(contact.id, first.email)} className="font-medium hover:underline">
              {first.name || first.email}
            </Link>
            <StrengthBadge label={first.label} />
            <span className="text-muted">{evidenceFacts(first, today)}</span>
          </p>
        )}
        {rest.length === 0 || contact.hidden !== null ? null : (
          <ul
            aria-label={`Other colleagues who know ${name}`}
            className="flex flex-wrap gap-x-3 text-grid text-muted"
          >
            {rest.map((colleague) => (
              <li key={colleague.email}>
                <Link to={personPath(contact.id, colleague.email)} className="hover:underline">
                  {colleague.name || colleague.email}
                </Link>{' '}
                · {colleague.label} · {plural(colleague.days, 'day')}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div
        className={clsx(
          'flex items-start gap-1.5',
          introducer && 'max-sm:col-span-2 max-sm:col-start-2',
        )}
      >
        {introducer && (
          <IntroductionLink colleague={introducer} personName={name} accountName={account.name} />
        )}
        <PersonMenu contact={contact} accountId={account.id} />
      </div>
    </li>
  );
}
