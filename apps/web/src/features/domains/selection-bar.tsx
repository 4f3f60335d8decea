import type { TrackedDomain } from '@repo/contract/domains';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { SelectionToolbar } from '#ui/layout/selection-toolbar.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { LevelItems } from './level-items.tsx';
import { useSetLevel } from './use-set-level.ts';
import type { BulkAction } from './bulk-dialog.tsx';

type Props = {
  selected: readonly TrackedDomain[];
  /** Opens the dialog that shares the unshared domains. */
  share: ReactNode;
  onAct: (action: BulkAction) => void;
  onClear: () => void;
};

/** The actions on the selected domains; floats, so that the table does not move. */
export function SelectionBar({ selected, share, onAct, onClear }: Props) {
  const shared = selected.filter(({ workspaceShares }) => workspaceShares.length > 0);
  const levels = shared.map(({ workspaceShares }) => workspaceShares[0]?.level);
  const setLevel = useSetLevel();
  return (
    <div className="pointer-events-none sticky bottom-4 z-(--layer-sticky) mt-auto flex justify-center">
      <SelectionToolbar label="Selected domains" count={selected.length} onClear={onClear}>
        {share}
        {levels.some((level) => level !== undefined) ? (
          <DropdownMenu>
            <DropdownMenuTrigger>
              <Button size="small">Colleagues See…</Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              <LevelItems
                level={new Set(levels).size === 1 ? levels[0] : undefined}
                onChoose={(level) => setLevel.mutate({ domains: shared, level })}
              />
            </DropdownMenuContent>
          </DropdownMenu>
        ) : null}
        <Button size="small" disabled={shared.length === 0} onClick={() => onAct('unshare')}>
          Stop Sharing
        </Button>
        <Button size="small" onClick={() => onAct('remove')}>
          <Trash2 aria-hidden className="max-sm:hidden" />
          Remove
        </Button>
      </SelectionToolbar>
    </div>
  );
}
