import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { giveFocusBack, rememberFocus } from './focus-origin.ts';

type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Its visible title, which names it for screen readers too. */
  title: string;
  children: ReactNode;
};

/** A panel over the left side of a narrow window. Escape and a click beside it close it. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-(--layer-dialog) bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          aria-describedby={undefined}
          inert={!open}
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={giveFocusBack}
          className="fixed inset-y-0 left-0 z-(--layer-dialog) flex w-72 max-w-[85vw] flex-col border-r border-line-strong bg-raised text-ink shadow-float outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        >
          <RadixDialog.Title className="flex h-top-bar shrink-0 items-center border-b border-line pr-12 pl-4 text-body font-semibold">
            {title}
          </RadixDialog.Title>
          {children}
          {/* Last, so that the first link gets the initial focus. */}
          <Button
            variant="bare"
            shape="square"
            aria-label="Close"
            className="absolute! top-2.5 right-2.5"
            onClick={() => onOpenChange(false)}
          >
            <X aria-hidden />
          </Button>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
