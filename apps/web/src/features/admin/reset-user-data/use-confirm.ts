import { useRef, useState } from 'react';

/** Shows a confirmation dialog and waits for the choice. `dialog` holds the props of a `ConfirmDialog`. */
export function useConfirm() {
  const [open, setOpen] = useState(false);
  const settle = useRef<(answer: boolean) => void>(undefined);
  const close = (answer: boolean) => {
    setOpen(false);
    settle.current?.(answer);
    settle.current = undefined;
  };
  return {
    /** Resolves to whether the user confirmed. */
    confirm: () =>
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
