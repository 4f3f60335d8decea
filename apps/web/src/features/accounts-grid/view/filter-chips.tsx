import { X } from 'lucide-react';
import { Button } from '../../../ui/forms/button.tsx';
import type { AccountFilters } from '../data/accounts-view.ts';
import { describeFilters, type People } from '../data/filter-options.ts';

type FilterChipsProps = {
  filters: AccountFilters;
  people: People;
  onRemove: (id: keyof AccountFilters) => void;
};

/** The set filters, each with the button that takes it off. */
export function FilterChips({ filters, people, onRemove }: FilterChipsProps) {
  return (
    <ul aria-label="Filters" className="contents">
      {describeFilters(filters, people).map(({ id, label, value }) => (
        <li
          key={id}
          className="flex h-button-xsmall max-w-64 items-center rounded-sm border border-line-strong bg-raised pl-2 text-grid"
        >
          <span className="shrink-0 text-muted">{label}:&nbsp;</span>
          <span className="truncate font-medium">{value}</span>
          <Button
            size="xsmall"
            shape="square"
            variant="bare"
            aria-label={`Remove filter ${label}`}
            onClick={() => onRemove(id)}
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}
