import type { DiscoveredDomain } from '@repo/contract/domains';
import { plural } from '../../lib/plural.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { samplePeople } from './sample-people.ts';

type Props = {
  domain: DiscoveredDomain;
  selected: boolean;
  disabled: boolean;
  onSelectedChange: (selected: boolean) => void;
};

/** A domain to pick; all of the card is the checkbox's target. */
export function DomainCard({ domain, selected, disabled, onSelectedChange }: Props) {
  const people = samplePeople(domain);
  return (
    <Checkbox
      checked={selected}
      disabled={disabled}
      onChange={(event) => onSelectedChange(event.currentTarget.checked)}
      className="min-w-0 rounded-md border border-line px-3 py-2 transition-colors [contain-intrinsic-size:auto_58px] [content-visibility:auto] has-checked:border-accent has-checked:bg-accent-soft has-disabled:opacity-60 hover:not-has-checked:border-line-strong hover:not-has-checked:bg-subtle [&>span:last-child]:min-w-0 [&>span:last-child]:flex-1"
      label={
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium" title={domain.domain}>
            {domain.domain}
          </span>
          <span className="shrink-0 text-grid text-muted">
            {plural(domain.activityCount, 'activity', 'activities')}
          </span>
        </span>
      }
      hint={<span className="block min-h-5 truncate">{people.join(', ')}</span>}
    />
  );
}
