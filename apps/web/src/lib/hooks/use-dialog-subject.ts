import { useState } from 'react';

/**
 * Opens a dialog about something. The subject stays while the dialog fades away, and until the
 * next one.
 */
export function useDialogSubject<Subject>() {
  const [subject, setSubject] = useState<Subject>();
  const [open, setOpen] = useState(false);
  return {
    subject,
    open,
    onOpenChange: setOpen,
    show: (next: Subject) => {
      setSubject(next);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
