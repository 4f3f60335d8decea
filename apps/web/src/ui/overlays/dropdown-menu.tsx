import { clsx } from 'clsx';
import { Check, ChevronRight } from 'lucide-react';
import * as RadixMenu from 'radix-ui/dropdown-menu';
import type { ComponentProps, PointerEvent as ReactPointerEvent, ReactNode } from 'react';
import { menuItemStyle, menuLabelStyle, menuStyle } from './menu-style.ts';

export const DropdownMenuGroup = RadixMenu.Group;
export const DropdownMenuSub = RadixMenu.Sub;
export const DropdownMenuRadioGroup = RadixMenu.RadioGroup;

/** Not modal: a click outside closes the menu and has its effect at once. */
export function DropdownMenu(props: ComponentProps<typeof RadixMenu.Root>) {
  return <RadixMenu.Root modal={false} {...props} />;
}

/** Makes its one child, mostly a `Button`, open the menu. */
export function DropdownMenuTrigger({ children }: { children: ReactNode }) {
  return <RadixMenu.Trigger asChild>{children}</RadixMenu.Trigger>;
}

export function DropdownMenuContent({
  align = 'start',
  className,
  ...rest
}: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Portal>
      <RadixMenu.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        loop
        {...rest}
        className={clsx(
          menuStyle,
          'max-h-(--radix-dropdown-menu-content-available-height) origin-(--radix-dropdown-menu-content-transform-origin)',
          className,
        )}
      />
    </RadixMenu.Portal>
  );
}

type ItemParts = {
  icon?: ReactNode;
  /** At the right end: a shortcut, a count. */
  detail?: ReactNode;
};

export type DropdownMenuItemProps = ComponentProps<typeof RadixMenu.Item> &
  ItemParts & {
    destructive?: boolean | undefined;
    /** Marks the current choice with a check at the right end. */
    checked?: boolean | undefined;
  };

/**
 * One choice. With `asChild` its one child is a link; icon, detail and check then belong inside it.
 */
export function DropdownMenuItem({
  icon,
  detail,
  destructive,
  checked,
  className,
  children,
  asChild,
  ...rest
}: DropdownMenuItemProps) {
  const style = menuItemStyle({ destructive, className });
  if (asChild) {
    return (
      <RadixMenu.Item {...rest} asChild className={style}>
        {children}
      </RadixMenu.Item>
    );
  }
  return (
    <RadixMenu.Item {...rest} className={style} aria-current={checked || undefined}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {detail === undefined ? null : <span className="text-grid text-faint">{detail}</span>}
      {checked ? <Check aria-hidden className="text-accent-ink!" /> : null}
    </RadixMenu.Item>
  );
}

/** Turns something on or off; the menu stays open so that several can be changed. */
export function DropdownMenuCheckboxItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof RadixMenu.CheckboxItem>) {
  return (
    <RadixMenu.CheckboxItem
      onSelect={(event) => event.preventDefault()}
      {...rest}
      className={menuItemStyle({ className })}
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <RadixMenu.ItemIndicator>
        <Check aria-hidden className="text-accent-ink!" />
      </RadixMenu.ItemIndicator>
    </RadixMenu.CheckboxItem>
  );
}

/** One of a `DropdownMenuRadioGroup`. */
export function DropdownMenuRadioItem({
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof RadixMenu.RadioItem> & Pick<ItemParts, 'icon'>) {
  return (
    <RadixMenu.RadioItem {...rest} className={menuItemStyle({ className })}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <RadixMenu.ItemIndicator>
        <Check aria-hidden className="text-accent-ink!" />
      </RadixMenu.ItemIndicator>
    </RadixMenu.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof RadixMenu.Label>) {
  return <RadixMenu.Label {...rest} className={clsx(menuLabelStyle, className)} />;
}

export function DropdownMenuSeparator() {
  return <RadixMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}

/**
 * Shown in a menu in place of choices: a loading or an empty text. Can be reached, so that it
 * is read.
 */
export function DropdownMenuNote({ children }: { children: ReactNode }) {
  return (
    <RadixMenu.Item
      aria-disabled
      className="rounded-sm px-2 py-1.5 text-grid text-muted outline-none data-highlighted:bg-highlight"
      onSelect={(event) => event.preventDefault()}
    >
      {children}
    </RadixMenu.Item>
  );
}

export function DropdownMenuSubTrigger({
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof RadixMenu.SubTrigger> & Pick<ItemParts, 'icon'>) {
  return (
    <RadixMenu.SubTrigger
      {...rest}
      className={menuItemStyle({ className })}
      onPointerLeave={keepSubmenuOpen}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <ChevronRight aria-hidden />
    </RadixMenu.SubTrigger>
  );
}

/**
 * Keeps a submenu open for a pointer that is on its way into it. Radix judges that by the direction of the
 * movement before the one that left the item. One fast movement straight onto a choice, or one that had just
 * turned round, would close the submenu.
 */
function keepSubmenuOpen(event: ReactPointerEvent<HTMLElement>): void {
  const trigger = event.currentTarget;
  const submenu = document.getElementById(trigger.getAttribute('aria-controls') ?? '');
  if (event.pointerType !== 'mouse' || submenu === null || overlap(trigger, submenu)) return;
  if (event.relatedTarget instanceof Node && submenu.contains(event.relatedTarget)) {
    // The pointer is in the submenu: leaving the item must not close it.
    event.preventDefault();
    return;
  }
  const { clientX, clientY, pointerType } = event;
  trigger.dispatchEvent(
    new PointerEvent('pointermove', { bubbles: true, clientX, clientY, pointerType }),
  );
}

/** In a narrow window the submenu covers its item, so the pointer does not cross a gap. */
function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * Under this width of the window two menus do not fit beside each other, so the second overlaps.
 */
const ROOM_FOR_TWO_PX = 640;
const OVERLAP_PX = 200;

export function DropdownMenuSubContent({
  className,
  ...rest
}: ComponentProps<typeof RadixMenu.SubContent>) {
  return (
    <RadixMenu.Portal>
      <RadixMenu.SubContent
        sideOffset={window.innerWidth < ROOM_FOR_TWO_PX ? -OVERLAP_PX : 4}
        alignOffset={-5}
        collisionPadding={8}
        loop
        {...rest}
        className={clsx(
          menuStyle,
          'max-h-(--radix-dropdown-menu-content-available-height)',
          className,
        )}
      />
    </RadixMenu.Portal>
  );
}
