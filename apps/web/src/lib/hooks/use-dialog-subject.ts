import { useState } from 'react';

/**
 * Opens a dialog about a subject, such as a user. The subject stays defined during the closing
 * animation, and until the next one.
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
