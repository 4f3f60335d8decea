import { useRef, useState, type ReactNode } from 'react';
import { focusOrigin, restoreFocus, type FocusOrigin } from './focus-origin.ts';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from './dropdown-menu.tsx';

type MenuAtProps = {
  label: string;
  /** Where it opens, in pixels of the window. */
  point: { x: number; y: number };
  children: ReactNode;
};

/**
 * A menu that is open from the start, at a point. The previously focused element gets the focus back, unless
 * a dialog of the menu has it by then. Give it another key each time that it is opened.
 */
export function MenuAt({ label, point, children }: MenuAtProps) {
  const [isOpen, setIsOpen] = useState(true);
  const origin = useRef<FocusOrigin>(undefined);
  origin.current ??= focusOrigin(document.activeElement);
  return (
    <DropdownMenu open={isOpen} onOpenChange={setIsOpen}>
      <DropdownMenuTrigger>
        <button
          type="button"
          aria-label={label}
          tabIndex={-1}
          className="pointer-events-none fixed size-0"
          style={{ left: point.x, top: point.y }}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (document.activeElement === document.body) restoreFocus(origin.current ?? []);
        }}
      >
        {children}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
