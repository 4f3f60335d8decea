import type { DiscoveredDomain } from '@repo/contract/domains';
import { useCallback, useState } from 'react';
import { useMailbox } from '#lib/integrations/use-mailbox.ts';
import { plural } from '@repo/domain/text/plural';
import { Button } from '#ui/forms/button.tsx';
import { DomainCard } from './domain-card.tsx';
import type { Preview } from './import-preview-query.ts';
import type { ChangeSelection, Selection } from './selection.ts';

/**
 * So many cards at a time, so that a mailbox with thousands of domains does not block the page.
 */
const CARDS = 300;

type Props = {
  domains: readonly DiscoveredDomain[];
  /** The domains among them that the user already tracks; these have nothing to import. */
  tracked: ReadonlySet<string>;
  selected: Selection;
  disabled: boolean;
  /** The preview of importing the selected domains, or its known part. */
  preview: Preview | undefined;
  onSelect: ChangeSelection;
};

export function DomainPicker(props: Props) {
  const { domains, tracked, selected, disabled, preview, onSelect } = props;
  const { texts } = useMailbox();
  const [shown, setShown] = useState(CARDS);
  const onToggle = useCallback(
    (domain: string, on: boolean) =>
      onSelect((before) =>
        on ? [...before, domain] : [...before].filter((one) => one !== domain),
      ),
    [onSelect],
  );
  if (domains.length === 0) {
    return <p className="my-auto text-center text-muted">{texts.nothingDiscovered}</p>;
  }
  const free = domains.flatMap(({ domain }) => (tracked.has(domain) ? [] : [domain]));
  const brings = describeBrought(preview);
  const chosen = free.filter((domain) => selected.has(domain)).length;
  const all = chosen === free.length && chosen > 0;
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-4">
        <Button
          size="small"
          disabled={disabled || free.length === 0}
          onClick={() => onSelect(() => (all ? [] : free))}
        >
          {all ? 'Deselect All' : 'Select All'}
        </Button>
        <output className="text-grid text-muted">
          {`${chosen.toLocaleString('en')} of ${free.length.toLocaleString('en')} selected`}
        </output>
      </div>
      <fieldset className="-mx-4 max-h-domain-list overflow-y-auto border-t border-line px-4 pt-3 sm:-mx-6 sm:px-6">
        <legend className="sr-only">Domains</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,var(--spacing-domain-card)),1fr))] gap-2 pb-3">
          {domains.slice(0, shown).map((domain) => (
            <DomainCard
              key={domain.domain}
              domain={domain}
              tracked={tracked.has(domain.domain)}
              selected={selected.has(domain.domain)}
              disabled={disabled}
              brings={selected.has(domain.domain) ? brings.get(domain.domain) : undefined}
              onToggle={onToggle}
            />
          ))}
        </div>
        {domains.length > shown ? (
          <Button
            size="small"
            className="mb-3"
            onClick={() => setShown((before) => before + CARDS)}
          >
            {`Show ${plural(Math.min(CARDS, domains.length - shown), 'more domain')}`}
          </Button>
        ) : null}
      </fieldset>
    </>
  );
}

/** The number of activities that importing each counted domain would add. */
function describeBrought(preview: Preview | undefined): ReadonlyMap<string, string> {
  if (preview === undefined) return new Map();
  const about = preview.isEstimate ? 'about ' : '';
  const weeks = plural(preview.backfillDays / 7, 'week');
  return new Map(
    preview.domains.flatMap(({ domain, activityCount, isCounted }) =>
      isCounted ? [[domain, `${about}${activityCount.toLocaleString('en')} in ${weeks}`]] : [],
    ),
  );
}
