import { useRef, useState } from 'react';

/** Asks a question in a dialog and waits for the answer. `dialog` is for a `ConfirmDialog`. */
export function useConfirm() {
  const [open, setOpen] = useState(false);
  const settle = useRef<(answer: boolean) => void>(undefined);
  const close = (answer: boolean) => {
    setOpen(false);
    settle.current?.(answer);
    settle.current = undefined;
  };
  return {
    /** Resolves to whether it was confirmed. */
    ask: () =>
      new Promise<boolean>((resolve) => {
        settle.current = resolve;
        setOpen(true);
      }),
    dialog: {
      open,
      onOpenChange: (next: boolean) => {
        if (!next) close(false);
      },
      onConfirm: () => close(true),
    },
  };
}
