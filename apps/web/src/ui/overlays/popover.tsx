import { clsx } from 'clsx';
import * as RadixPopover from 'radix-ui/popover';
import type { ComponentProps, ReactNode } from 'react';
import { floatStyle } from './menu-style.ts';

export const Popover = RadixPopover.Root;

/** Makes its one child, mostly a `Button`, open the popover. */
export function PopoverTrigger({ children }: { children: ReactNode }) {
  return <RadixPopover.Trigger asChild>{children}</RadixPopover.Trigger>;
}

/** The element beside which a popover without a trigger floats. */
export function PopoverAnchor({ children }: { children: ReactNode }) {
  return <RadixPopover.Anchor asChild>{children}</RadixPopover.Anchor>;
}

export type PopoverContentProps = ComponentProps<typeof RadixPopover.Content> & {
  /** Names the popover for screen readers. */
  label: string;
};

/** A small panel of controls that floats by its trigger. */
export function PopoverContent({
  label,
  align = 'start',
  className,
  ...rest
}: PopoverContentProps) {
  return (
    <RadixPopover.Portal>
      <RadixPopover.Content
        aria-label={label}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        {...rest}
        className={clsx(
          floatStyle,
          'max-h-(--radix-popover-content-available-height) min-w-menu max-w-[calc(100vw-16px)] overflow-y-auto p-3',
          className,
        )}
      />
    </RadixPopover.Portal>
  );
}
