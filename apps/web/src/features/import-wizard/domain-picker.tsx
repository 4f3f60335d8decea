import type { DiscoveredDomain } from '@repo/contract/domains';
import { Button } from '../../ui/button.tsx';
import { DomainCard } from './domain-card.tsx';

type Props = {
  domains: readonly DiscoveredDomain[];
  selected: ReadonlySet<string>;
  disabled: boolean;
  onSelect: (domains: Iterable<string>) => void;
};

export function DomainPicker({ domains, selected, disabled, onSelect }: Props) {
  if (domains.length === 0) {
    return (
      <p className="my-auto text-center text-muted">
        No domains were discovered from your recent Gmail activity.
      </p>
    );
  }
  const chosen = domains.filter(({ domain }) => selected.has(domain)).length;
  const all = chosen === domains.length;
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-4">
        <Button
          size="small"
          disabled={disabled}
          onClick={() => onSelect(all ? [] : domains.map(({ domain }) => domain))}
        >
          {all ? 'Deselect All' : 'Select All'}
        </Button>
        <output className="text-grid text-muted">
          {`${chosen.toLocaleString('en')} of ${domains.length.toLocaleString('en')} selected`}
        </output>
      </div>
      <fieldset className="-mx-4 max-h-domain-list overflow-y-auto border-t border-line px-4 pt-3 sm:-mx-6 sm:px-6">
        <legend className="sr-only">Domains</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,var(--spacing-domain-card)),1fr))] gap-2 pb-1">
          {domains.map((domain) => (
            <DomainCard
              key={domain.domain}
              domain={domain}
              selected={selected.has(domain.domain)}
              disabled={disabled}
              onSelectedChange={(on) => {
                const next = new Set(selected);
                if (on) next.add(domain.domain);
                else next.delete(domain.domain);
                onSelect(next);
              }}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
