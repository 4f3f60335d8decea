import { participantName } from '@repo/domain/activities/participant-label';
import { useState } from 'react';
import { useNamed } from '#lib/people/names.tsx';
import { PersonName } from '#lib/people/person-name.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import type { Person } from './read-activity.ts';

/** At most this many are named; the others are collapsed. */
const NAMED = 4;

type RecipientsProps = { label: string; people: readonly Person[] };

/** 'to Maya Lindqvist, Tom and 3 more', with the addresses on hover and all names on a click. */
export function Recipients({ label, people }: RecipientsProps) {
  const [all, setAll] = useState(false);
  if (people.length === 0) return null;
  const shown = all ? people : people.slice(0, NAMED);
  const hidden = people.length - shown.length;
  return (
    <p className="text-grid break-words text-muted">
      <span className="text-faint">{label} </span>
      {shown.map((person, index) => (
        <span key={`${person.email} ${index}`}>
          <PersonName person={person} />
          {index < shown.length - 1 ? ', ' : ''}
        </span>
      ))}
      {hidden > 0 ? (
        <button
          type="button"
          className="ml-1 rounded-sm text-accent-ink hover:underline"
          onClick={() => setAll(true)}
        >
          and {hidden} more
        </button>
      ) : null}
    </p>
  );
}

/** People one under the other, each with name and address. */
export function PeopleList({ people: given }: { people: readonly Person[] }) {
  const people = useNamed(given);
  const [all, setAll] = useState(false);
  const shown = all ? people : people.slice(0, NAMED * 2);
  const hidden = people.length - shown.length;
  return (
    <ul className="flex flex-col gap-1.5">
      {shown.map((person, index) => (
        <li key={`${person.email} ${index}`} className="flex min-w-0 items-center gap-2">
          <Avatar name={participantName(person)} />
          <span className="min-w-0 truncate">
            <PersonName person={person} />
            {person.name === '' ? null : (
              <span className="ml-2 text-grid text-faint">{person.email}</span>
            )}
          </span>
        </li>
      ))}
      {hidden > 0 ? (
        <li>
          <button
            type="button"
            className="rounded-sm text-grid text-accent-ink hover:underline"
            onClick={() => setAll(true)}
          >
            and {hidden} more
          </button>
        </li>
      ) : null}
    </ul>
  );
}
