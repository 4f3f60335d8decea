import { clsx } from 'clsx';
import { Users } from 'lucide-react';
import { isFullServer } from '#lib/server-level.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { personName, type AccountPerson } from '../data/account.ts';
import type { AccountColumn } from './account-column.ts';
import { NoValue } from './no-value.tsx';
import { CONTRIBUTOR, PlainLink } from './plain-link.tsx';

export const contributorsColumn: AccountColumn = {
  label: 'Contributors',
  icon: <Users />,
  access: 'EDITABLE',
  width: 300,
  shrinksTo: 150,
  cell: ({ contributors }) =>
    contributors.length === 0 ? <NoValue /> : <ContributorsCell contributors={contributors} />,
  wholeCell: ({ contributors }) =>
    contributors.length === 0 ? <NoValue /> : <WholeContributorsCell contributors={contributors} />,
  hint: ({ contributors }) => contributors.map(personName).join('\n') || undefined,
  sort: { by: 'contributors', key: ({ contributors }) => contributors.length },
};

/** Names shown before '+N more' (specification part 2, section 9). */
const NAMES_SHOWN = 2;

type Props = { contributors: readonly AccountPerson[] };

function ContributorsCell({ contributors }: Props) {
  const more = contributors.length - NAMES_SHOWN;
  return (
    <span className="flex items-center gap-2.5">
      {contributors.slice(0, NAMES_SHOWN).map((person) => (
        // Each name gets an equal share of the width, and the unused rest of the other's share.
        <Contributor key={person.email} person={person} className="max-w-max flex-1 basis-0" />
      ))}
      {more > 0 ? <span className="shrink-0 text-faint">+{more} more</span> : null}
    </span>
  );
}

function WholeContributorsCell({ contributors }: Props) {
  return (
    <span className="flex flex-wrap gap-x-2.5 gap-y-1 py-1">
      {contributors.map((person) => (
        <Contributor key={person.email} person={person} />
      ))}
    </span>
  );
}

function Contributor({ person, className }: { person: AccountPerson; className?: string }) {
  const name = personName(person);
  return (
    <span className={clsx('flex min-w-0 items-center gap-1.5', className)}>
      <Avatar name={name} size="small" />
      <span dir="auto" className="truncate">
        {isFullServer() ? (
          <PlainLink to={`?${new URLSearchParams({ [CONTRIBUTOR]: person.email })}`}>
            {name}
          </PlainLink>
        ) : (
          name
        )}
      </span>
    </span>
  );
}
