import { useState, type ReactNode } from 'react';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { ImportResult } from './use-import-domain.ts';
import { ImportSuccess } from './import-success.tsx';

export type ImportForm = { onImported: (result: ImportResult) => void; onCancel: () => void };

type ImportDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  renderForm: (form: ImportForm) => ReactNode;
  /** Something was imported and the user has closed the dialog. */
  onImported: () => void;
};

/** A form that imports, then what came of it. Closing it, in whatever way, resets it. */
export function ImportDialog({
  open,
  onOpenChange,
  title,
  description,
  renderForm,
  onImported,
}: ImportDialogProps) {
  const [result, setResult] = useState<ImportResult>();
  const changeOpen = (next: boolean) => {
    onOpenChange(next);
    if (!next && result !== undefined) onImported();
  };
  const close = () => changeOpen(false);
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      onClosed={() => setResult(undefined)}
      size="small"
      title={result === undefined ? title : 'Import Successful'}
      description={result === undefined ? description : undefined}
    >
      {result === undefined ? (
        renderForm({ onImported: setResult, onCancel: close })
      ) : (
        <ImportSuccess result={result} onDone={close} />
      )}
    </Dialog>
  );
}
