import { useId } from 'react';
import { plural } from '@repo/domain/text/plural';
import type { AccountToMerge } from './account-to-merge.ts';

type Props = {
  accounts: readonly [AccountToMerge, AccountToMerge];
  stayingId: string;
  disabled: boolean;
  onStayingChange: (id: string) => void;
};

/** The preview of a merge: which of two accounts stays, and its contents afterwards. */
export function MergePreview({ accounts, stayingId, disabled, onStayingChange }: Props) {
  const group = useId();
  const [first, second] = accounts;
  const [kept, gone] = first.id === stayingId ? [first, second] : [second, first];
  return (
    <div className="flex flex-col gap-4">
      <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1.5 text-grid font-medium">Which account stays?</legend>
        {accounts.map(({ id, name, domains, activities }) => (
          <label
            key={id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus hoverable:bg-hover"
          >
            <input
              type="radio"
              name={group}
              checked={id === stayingId}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- What had the focus is gone.
              autoFocus={id === stayingId}
              onChange={() => onStayingChange(id)}
              className="row-span-2 accent-accent outline-none"
            />
            <span dir="auto" className="truncate text-body">
              {name}
            </span>
            <span className="truncate text-grid text-muted">
              {`${domains[0] ?? ''}, ${activityCount(activities)}`}
            </span>
          </label>
        ))}
      </fieldset>
      <section aria-label="After merging">
        <h3 className="mb-1 text-grid font-medium">After merging</h3>
        <ul className="flex list-disc flex-col gap-1 pl-4 text-grid break-words text-muted">
          <li>{`${kept.name} has the domains ${[...kept.domains, ...gone.domains].join(', ')}.`}</li>
          <li>{`It shows the activities of both, and everyone’s shares with ${gone.name} become shares with ${kept.name}.`}</li>
          {ownerText(kept, gone)}
          {gone.note === '' ? null : (
            <li>
              {kept.note === ''
                ? `It has the note of ${gone.name}.`
                : `The note of ${gone.name} is added to its note.`}
            </li>
          )}
          <li>{`${gone.name} is gone. Links to it lead to ${kept.name}.`}</li>
        </ul>
      </section>
      <p className="text-grid font-medium">Merging cannot be undone.</p>
    </div>
  );
}

const activityCount = (count: number): string => plural(count, 'activity', 'activities');

function ownerText(kept: AccountToMerge, gone: AccountToMerge) {
  if (kept.ownerName !== '') return <li>{`${kept.ownerName} stays its owner.`}</li>;
  return gone.ownerName === '' ? null : <li>{`${gone.ownerName} becomes its owner.`}</li>;
}
