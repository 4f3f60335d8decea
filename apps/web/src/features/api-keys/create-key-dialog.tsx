import { useEffect, useRef, useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CreateKeyForm } from './create-key-form.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Creates a key, and shows it once. A click beside the dialog does not close it. */
export function CreateKeyDialog({ open, onOpenChange }: Props) {
  const [key, setKey] = useState<string>();
  const close = () => onOpenChange(false);
  const shared = { open, onOpenChange, onClosed: () => setKey(undefined) };
  if (key === undefined) {
    return (
      <Dialog
        {...shared}
        role="alertdialog"
        title="Create API Key"
        description="The key can do what you can, within these scopes. Choose as few as the software needs."
      >
        <CreateKeyForm onCancel={close} onCreated={setKey} />
      </Dialog>
    );
  }
  return (
    <Dialog
      {...shared}
      role="alertdialog"
      title="Copy Your API Key"
      description="Keep it where you keep passwords."
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <CreatedKey value={key} />
    </Dialog>
  );
}

function CreatedKey({ value }: { value: string }) {
  const field = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={field} className="flex flex-col gap-4">
      <Banner kind="warning">This is the only time that the key is shown.</Banner>
      <CopyField label="API key" value={value} />
    </div>
  );
}
