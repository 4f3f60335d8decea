/* oxlint-disable jsx-a11y/prefer-tag-over-role -- No element is a list of options that a field moves through. */
import { plural } from '@repo/domain/text/plural';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { giveFocusBack, rememberFocus } from './focus-origin.ts';

export type CommandItem = {
  /** Unique among all groups. */
  id: string;
  label: string;
  /** Distinguishes items with the same label. */
  hint?: string | undefined;
  icon: ReactNode;
  onSelect: () => void;
};

export type CommandGroup = { label: string; items: readonly CommandItem[] };

export type CommandMenuProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  placeholder: string;
  query: string;
  maxLength: number;
  onQueryChange: (query: string) => void;
  groups: readonly CommandGroup[];
  /** The text that is shown if there are no items. */
  emptyText: string;
};

/**
 * A dialog with one field that narrows a list of commands (combobox pattern of WAI-ARIA): the focus
 * stays in the field, the arrow keys move through the list, Enter runs the command.
 */
export function CommandMenu({ open, onOpenChange, label, ...content }: CommandMenuProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-(--layer-dialog) flex justify-center bg-scrim p-2 pt-[min(12vh,7rem)] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in max-sm:pt-2">
          <RadixDialog.Content
            aria-describedby={undefined}
            className="flex max-h-[min(100%,28rem)] w-full max-w-dialog-medium flex-col self-start overflow-hidden rounded-md border border-line-strong bg-raised text-ink shadow-float outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-dialog-in"
            onOpenAutoFocus={rememberFocus}
            onCloseAutoFocus={giveFocusBack}
          >
            <RadixDialog.Title className="sr-only">{label}</RadixDialog.Title>
            <CommandList {...content} label={label} onClose={() => onOpenChange(false)} />
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

type CommandListProps = Omit<CommandMenuProps, 'open' | 'onOpenChange'> & { onClose: () => void };

function CommandList({
  label,
  placeholder,
  query,
  maxLength,
  onQueryChange,
  groups,
  emptyText,
  onClose,
}: CommandListProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosenId, setChosenId] = useState<string>();
  const items = groups.flatMap((group) => group.items);
  // The active item may not match after another letter was typed.
  const active = items.find(({ id }) => id === chosenId) ?? items[0];
  const optionId = (id: string) => `${listId}-${id}`;

  const activeId = active?.id;
  useEffect(() => {
    if (activeId === undefined) return;
    document.getElementById(`${listId}-${activeId}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId, listId]);

  const run = (item: CommandItem | undefined) => {
    if (item === undefined) return;
    onClose();
    item.onSelect();
  };
  const move = (by: 1 | -1) => {
    const from = items.findIndex(({ id }) => id === active?.id);
    setChosenId(items[(from + by + items.length) % items.length]?.id);
  };
  const handleKey = (event: KeyboardEvent) => {
    // While an input method composes, the keys choose among its proposals.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') run(active);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Search aria-hidden className="size-icon-small shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && optionId(active.id)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          className="h-12 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-faint"
          placeholder={placeholder}
          maxLength={maxLength}
          value={query}
          onChange={({ target }) => {
            setChosenId(undefined);
            onQueryChange(target.value);
          }}
          onKeyDown={handleKey}
        />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {groups.map((group) =>
          group.items.length === 0 ? null : (
            <div key={group.label} role="group" aria-label={group.label} className="mb-1">
              <p aria-hidden className="px-2.5 py-1.5 text-grid text-muted">
                {group.label}
              </p>
              {group.items.map((item) => (
                <div
                  key={item.id}
                  id={optionId(item.id)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item.id === activeId}
                  className={clsx(
                    'flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 [&_svg]:size-icon-small [&_svg]:shrink-0 [&_svg]:text-muted',
                    item.id === activeId && 'bg-highlight',
                  )}
                  onPointerMove={() => setChosenId(item.id)}
                  onClick={() => run(item)}
                  onKeyDown={handleKey}
                >
                  {item.icon}
                  <span className="min-w-0 truncate">{item.label}</span>
                  {item.hint === undefined ? null : (
                    <span className="ml-auto max-w-[45%] shrink-0 truncate text-grid text-muted">
                      {item.hint}
                    </span>
                  )}
                </div>
              ))}
            </div>
          ),
        )}
      </div>
      <output className={items.length > 0 ? 'sr-only' : 'px-4 pt-2 pb-6 text-center text-muted'}>
        {items.length > 0 ? plural(items.length, 'result') : emptyText}
      </output>
    </>
  );
}
