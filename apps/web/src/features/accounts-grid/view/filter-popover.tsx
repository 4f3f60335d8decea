import { ListFilter } from 'lucide-react';
import { useState, type Ref } from 'react';
import { Badge } from '#ui/feedback/badge.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/overlays/popover.tsx';
import type { FilterFields, FilterFieldsProps } from './filter-fields.tsx';

type FilterPopoverProps = FilterFieldsProps & {
  /** The button that opens it. */
  ref: Ref<HTMLButtonElement>;
  /** The popover opens: time to load the people. */
  onOpen: () => void;
};

/** The fields and the list that they open are not needed to show the grid. */
const loadFields = () => import('./filter-fields.tsx');

export function FilterPopover({ ref, onOpen, ...fields }: FilterPopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [Fields, setFields] = useState<typeof FilterFields>();
  const count = Object.keys(fields.filters).length;
  const prefetch = () => void loadFields().catch(() => {});
  // It opens with its fields in it, so that the first one gets the focus.
  const open = async () => {
    onOpen();
    try {
      const loaded = await loadFields();
      setFields(() => loaded.FilterFields);
      setIsOpen(true);
    } catch {
      toast.error('Failed to open the filter', { description: 'Check your connection.' });
    }
  };
  return (
    <Popover open={isOpen} onOpenChange={(next) => (next ? void open() : setIsOpen(false))}>
      <PopoverTrigger>
        <Button
          ref={ref}
          size="small"
          variant="bare"
          active={count > 0}
          onPointerEnter={prefetch}
          onFocus={prefetch}
        >
          <ListFilter aria-hidden />
          Filter
          {count === 0 ? null : <Badge kind="accent">{count}</Badge>}
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Filter accounts" className="w-72">
        {Fields && <Fields {...fields} />}
      </PopoverContent>
    </Popover>
  );
}
