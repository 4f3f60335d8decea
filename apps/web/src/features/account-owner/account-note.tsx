import { limits } from '@repo/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formProblem } from '../../lib/api/field-problems.ts';
import { useSend } from '../../lib/session/use-send.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/forms/button.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { DialogForm } from '../../ui/overlays/dialog-form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { OwnedAccount } from './account-owner.tsx';
import { PanelSection } from '../../ui/layout/panel-section.tsx';
import { refreshOwned } from './refresh-owned.ts';

/** The note of an account, and a button to change it. */
export function AccountNote({ account }: { account: OwnedAccount }) {
  const [isEditing, setIsEditing] = useState(false);
  const { name, note } = account;
  return (
    <PanelSection
      title="Note"
      action={
        <Button
          size="small"
          variant="bare"
          aria-label="Edit note"
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      }
    >
      {note === '' ? (
        <p className="text-faint">No note</p>
      ) : (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {note}
        </p>
      )}
      <Dialog
        open={isEditing}
        onOpenChange={setIsEditing}
        size="small"
        title={`Note on ${name}`}
        description="Everyone in this workspace sees the note."
      >
        <NoteForm account={account} onDone={() => setIsEditing(false)} />
      </Dialog>
    </PanelSection>
  );
}

function NoteForm({ account, onDone }: { account: OwnedAccount; onDone: () => void }) {
  const client = useQueryClient();
  const send = useSend();
  // The note that the form began with: someone else may change it while it is edited.
  const [replaces] = useState(account.note);
  const form = useForm({
    initial: { note: replaces },
    validate: ({ note }) => ({
      note:
        note.trim().length > limits.accountNoteLength
          ? `The note must be at most ${limits.accountNoteLength} characters.`
          : undefined,
    }),
    submit: async ({ note }) => {
      const { error } = await send('PUT /api/accounts/{accountId}/note', {
        params: { accountId: account.id },
        body: { note: note.trim(), replaces },
      });
      if (error !== undefined) return formProblem(error, ['note'], 'Failed to save the note');
      refreshOwned(client);
      onDone();
      return undefined;
    },
  });
  const { value, onChange, error, ...field } = form.field('note');
  return (
    <DialogForm form={form} submitLabel="Save" onCancel={onDone}>
      <FormField label="Note" error={error}>
        <Textarea
          {...field}
          value={value}
          onChange={onChange}
          className="min-h-20"
          maxLength={1_000}
        />
      </FormField>
    </DialogForm>
  );
}
