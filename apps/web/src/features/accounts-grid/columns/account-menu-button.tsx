import { clsx } from 'clsx';
import { MoreHorizontal } from 'lucide-react';
import { createContext, use } from 'react';
import { Button } from '../../../ui/forms/button.tsx';
import type { Account } from '../data/account.ts';

/** Where the menu of an account opens, in pixels of the window. */
export type MenuPlace = { left: number; bottom: number };

/** Opens the menu of an account; undefined where the server offers none. */
export const OpenAccountMenu = createContext<
  ((account: Account, at: MenuPlace) => void) | undefined
>(undefined);

/**
 * In the active cell, for everyone. A press on it is none on the cell, which would be rendered again and
 * lose the click.
 */
export function AccountMenuButton({ account }: { account: Account }) {
  const open = use(OpenAccountMenu);
  if (open === undefined) return null;
  return (
    <Button
      variant="bare"
      size="xsmall"
      shape="square"
      className="ml-auto shrink-0"
      aria-label={`Actions for ${account.name}`}
      aria-haspopup="menu"
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => open(account, placeOf(currentTarget))}
    >
      <MoreHorizontal aria-hidden />
    </Button>
  );
}

/** In every other cell, for a mouse over the row. It takes no focus, for the same reason. */
export function HoverMenuButton({ account }: { account: Account }) {
  const open = use(OpenAccountMenu);
  if (open === undefined) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={clsx(
        'invisible ml-auto size-button-xsmall shrink-0 rounded-sm leading-none text-muted hover:bg-hover hover:text-ink',
        '[div[role=row]:hover_&]:visible',
      )}
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        open(account, placeOf(event.currentTarget));
      }}
    >
      {'\u22ef'}
    </button>
  );
}

function placeOf(button: HTMLElement): MenuPlace {
  const { left, bottom } = button.getBoundingClientRect();
  return { left, bottom };
}
