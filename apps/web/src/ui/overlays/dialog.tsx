import { cva, type VariantProps } from 'class-variance-authority';
import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { createContext, useContext, useLayoutEffect, useState, type ReactNode } from 'react';
import { FIRST, focusWhenLoaded } from './focus-when-loaded.ts';
import { giveFocusBack, rememberFocus } from './focus-origin.ts';
import { Button } from '../forms/button.tsx';

const dialogStyle = cva(
  'relative flex max-h-full w-full flex-col rounded-md border border-line-strong bg-raised text-ink shadow-float outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-dialog-in',
  {
    variants: {
      size: {
        small: 'max-w-dialog-small',
        medium: 'max-w-dialog-medium',
        large: 'max-w-dialog-large',
        xlarge: 'max-w-dialog-xlarge',
      },
    },
    defaultVariants: { size: 'medium' },
  },
);

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Says under the title what this is about, and describes the dialog to screen readers. */
  description?: ReactNode;
  size?: VariantProps<typeof dialogStyle>['size'];
  /** Buttons. The last one continues. */
  footer?: ReactNode;
  /** 'alertdialog' requires a decision: a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** True while work is under way that closing would hide: nothing closes the dialog. */
  busy?: boolean | undefined;
  /** Called after the closing animation; state that the next opening must not show can be reset. */
  onClosed?: (() => void) | undefined;
  /** False when the footer already has a button of the same name. */
  closeButton?: boolean | undefined;
  children?: ReactNode;
};

const ReportBusy = createContext<(busy: boolean) => void>(() => {});

/** Keeps the dialog around the component open while it is busy. */
export function useBusyDialog(busy: boolean): void {
  const report = useContext(ReportBusy);
  useLayoutEffect(() => {
    report(busy);
    return () => report(false);
  }, [busy, report]);
}

/**
 * A modal window. Keeps focus inside, closes on Escape (the topmost only), and gives focus back to
 * where it came from, through a menu too. For a form use `DialogForm` inside it; what else has
 * its own body and footer uses `DialogBody` and `DialogFooter`. Leave `footer` out with both.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size,
  footer,
  role = 'dialog',
  busy: isBusy = false,
  onClosed,
  closeButton = true,
  children,
}: DialogProps) {
  const [contentIsBusy, setContentBusy] = useState(false);
  const busy = isBusy || contentIsBusy;
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-(--layer-dialog) flex justify-center bg-scrim p-2 pt-[min(12vh,7rem)] pb-4 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in max-sm:pt-2">
          <RadixDialog.Content
            role={role}
            className={dialogStyle({ size, className: 'self-start' })}
            // During the closing animation a click must have no effect.
            inert={!open}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={(event) => {
              rememberFocus(event);
              const dialog = event.target as HTMLElement;
              if (dialog.querySelector(FIRST) !== null) return;
              event.preventDefault();
              focusWhenLoaded(dialog);
            }}
            onCloseAutoFocus={(event) => {
              giveFocusBack(event);
              onClosed?.();
            }}
            onInteractOutside={(event) => {
              if (role === 'alertdialog') event.preventDefault();
            }}
          >
            <header className="px-5 pt-4 pb-3">
              <RadixDialog.Title className="pr-8 text-body font-semibold break-words">
                {title}
              </RadixDialog.Title>
              {description === undefined ? null : (
                <RadixDialog.Description className="mt-1 text-grid break-words text-muted">
                  {description}
                </RadixDialog.Description>
              )}
            </header>
            {footer === undefined ? (
              <ReportBusy value={setContentBusy}>{children}</ReportBusy>
            ) : (
              <>
                {children === undefined ? null : <DialogBody>{children}</DialogBody>}
                <DialogFooter>{footer}</DialogFooter>
              </>
            )}
            {/* Last, so that the content of the dialog gets the initial focus. */}
            {closeButton ? (
              <Button
                variant="bare"
                size="xsmall"
                shape="square"
                aria-label="Close"
                data-close=""
                disabled={busy}
                className="absolute! top-3.5 right-3.5"
                onClick={() => onOpenChange(false)}
              >
                <X />
              </Button>
            ) : null}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The part of a dialog that scrolls when it is long. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>;
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
      {children}
    </footer>
  );
}
