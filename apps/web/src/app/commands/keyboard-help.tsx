import { useSyncExternalStore } from 'react';
import { isOffered } from '#lib/server-level.ts';
import {
  isMac,
  readSingleKeyShortcuts,
  subscribeToSingleKeyShortcuts,
  writeSingleKeyShortcuts,
} from '#lib/shortcuts.ts';

import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { shortcutList } from './shortcut-list.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** All keyboard shortcuts, and the switch for single-key shortcuts. */
export function KeyboardHelp({ open, onOpenChange }: Props) {
  const isOn = useSyncExternalStore(subscribeToSingleKeyShortcuts, readSingleKeyShortcuts);
  const offered = shortcutList.filter(({ level }) => isOffered(level));
  const groups = Map.groupBy(offered, ({ group }) => group);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard Shortcuts"
      closeButton={false}
      footer={<Button onClick={() => onOpenChange(false)}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        {[...groups].map(([group, listed]) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-grid font-medium text-muted">{group}</h3>
            <dl className="divide-y divide-line border-y border-line">
              {listed.map(({ label, keys, isSingleKey }) => (
                <div key={label} className="flex h-9 items-center justify-between gap-4">
                  <dt className={isSingleKey && !isOn ? 'text-faint line-through' : ''}>{label}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((one) => (
                      <kbd
                        key={one}
                        className="min-w-6 rounded-sm border border-line-strong bg-subtle px-1.5 text-center font-sans text-grid text-muted"
                      >
                        {one === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : one}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label="Single-key shortcuts"
          hint="Switch them off if you use speech input, or press keys by accident."
          checked={isOn}
          onChange={({ target }) => writeSingleKeyShortcuts(target.checked)}
        />
      </div>
    </Dialog>
  );
}
