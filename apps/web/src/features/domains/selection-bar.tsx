import type { TrackedDomain } from '@repo/contract/domains';
import { Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { IconButton } from '../../ui/forms/icon-button.tsx';
import type { BulkAction } from './bulk-dialog.tsx';

type Props = {
  selected: readonly TrackedDomain[];
  /** Opens what shares those that are not shared. */
  share: ReactNode;
  onAct: (action: BulkAction) => void;
  onClear: () => void;
};

/** The actions on the selected domains; floats, so that the table does not move. */
export function SelectionBar({ selected, share, onAct, onClear }: Props) {
  const shared = selected.filter(({ workspaceShares }) => workspaceShares.length > 0);
  return (
    <div className="pointer-events-none sticky bottom-4 z-(--layer-sticky) mt-auto flex justify-center">
      <div
        role="toolbar"
        aria-label="Selected domains"
        className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1.5 rounded-md border border-line-strong bg-raised px-2 py-1.5 shadow-float"
      >
        <output className="px-1 text-grid font-medium tabular-nums">
          {selected.length.toLocaleString('en')}
          <span className="max-sm:sr-only"> selected</span>
        </output>
        {share}
        <Button size="small" disabled={shared.length === 0} onClick={() => onAct('unshare')}>
          Stop Sharing
        </Button>
        <Button size="small" onClick={() => onAct('remove')}>
          <Trash2 aria-hidden className="max-sm:hidden" />
          Remove
        </Button>
        <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
      </div>
    </div>
  );
}
