import { clsx } from 'clsx';
import { Check, ChevronsUpDown } from 'lucide-react';
import * as RadixSelect from 'radix-ui/select';
import { useState, type ReactNode, useLayoutEffect } from 'react';
import { menuItemStyle, menuLabelStyle, menuStyle } from '../overlays/menu-style.ts';
import { useFieldControl } from './form-field.tsx';
import { inputStyle, type InputSize } from './input-style.ts';

export type SelectOption<Value extends string = string> = {
  /** Never empty: Radix reserves the empty string for "nothing chosen". */
  value: Value;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
};

export type SelectGroup<Value extends string = string> = {
  label: string;
  options: readonly SelectOption<Value>[];
};

export type SelectProps<Value extends string = string> = {
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  options: readonly (SelectOption<Value> | SelectGroup<Value>)[];
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  size?: Exclude<InputSize, 'xsmall'> | undefined;
  /** Shown in the list when it has no options, or under them: a loading or an empty text. */
  note?: string | undefined;
  /** Shown without a border until hovered, for a cell of a table. */
  quiet?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  id?: string | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
};

/** The note is a disabled option, because a list may contain only options. */
const NOTE_VALUE = '\u0000note';

/** Chooses one of a few. Closes when it becomes disabled. */
export function Select<Value extends string = string>({
  value,
  onValueChange,
  options,
  placeholder,
  disabled = false,
  size = 'normal',
  note,
  quiet = false,
  onOpenChange,
  className,
  ...rest
}: SelectProps<Value>) {
  const [open, setOpen] = useState(false);
  const { required: _marked, ...wired } = useFieldControl(rest);
  if (open && disabled) setOpen(false);
  useInertPage(open && !disabled);
  const changeOpen = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <RadixSelect.Root
      value={value ?? ''}
      onValueChange={(next) => onValueChange(next as Value)}
      open={open && !disabled}
      onOpenChange={changeOpen}
      disabled={disabled}
    >
      <RadixSelect.Trigger
        {...wired}
        className={inputStyle({
          size,
          className: clsx(
            'inline-flex items-center justify-between gap-2 text-left data-placeholder:text-muted',
            quiet && 'not-hover:not-focus-visible:not-data-[state=open]:border-transparent',
            quiet && 'not-hover:not-focus-visible:not-data-[state=open]:bg-transparent',
            className,
          ),
        })}
      >
        <span className="truncate">
          <RadixSelect.Value placeholder={placeholder} />
        </span>
        <RadixSelect.Icon asChild>
          <ChevronsUpDown aria-hidden className="size-icon-small shrink-0 text-faint" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={clsx(
            menuStyle,
            'max-h-(--radix-select-content-available-height) min-w-[max(var(--spacing-menu),var(--radix-select-trigger-width))]!',
          )}
        >
          <RadixSelect.Viewport>
            {options.map((entry) =>
              'options' in entry ? (
                <RadixSelect.Group key={`${entry.label}:${entry.options[0]?.value}`}>
                  <RadixSelect.Label className={menuLabelStyle}>{entry.label}</RadixSelect.Label>
                  {entry.options.map((option) => (
                    <Option key={option.value} {...option} />
                  ))}
                </RadixSelect.Group>
              ) : (
                <Option key={entry.value} {...entry} />
              ),
            )}
            {note === undefined ? null : (
              <RadixSelect.Item
                disabled
                value={NOTE_VALUE}
                className="block px-2 py-1.5 text-grid text-muted outline-none"
              >
                <RadixSelect.ItemText>{note}</RadixSelect.ItemText>
              </RadixSelect.Item>
            )}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

function Option({ value, label, icon, disabled = false }: SelectOption) {
  return (
    <RadixSelect.Item value={value} disabled={disabled} className={menuItemStyle()}>
      {icon}
      <span className="min-w-0 flex-1 truncate">
        <RadixSelect.ItemText>{label}</RadixSelect.ItemText>
      </span>
      <RadixSelect.ItemIndicator>
        <Check aria-hidden className="text-accent-ink!" />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  );
}

/**
 * Makes all that is on the page when `active` begins unreachable while it lasts. Radix Select only
 * hides it from screen readers, which would leave hidden things that still take focus.
 */
function useInertPage(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return;
    const parts = [...document.body.children].filter(
      (part): part is HTMLElement => part instanceof HTMLElement && !part.inert,
    );
    for (const part of parts) part.inert = true;
    return () => {
      for (const part of parts) part.inert = false;
    };
  }, [active]);
}
