import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fieldProblems } from '#lib/api/field-problems.ts';
import { failureMessage, type ApiError } from '#lib/api/api-error.ts';
import { checkSession } from '#lib/session/check-session.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { EditProblem } from '#ui/forms/edit-text.tsx';
import { refreshAccounts } from './refresh-accounts.ts';
import { readPresentText, saveAccountText, type AccountEdit } from './save-account-text.ts';

const WHAT = { name: 'name', note: 'note' };

/**
 * Saves texts of an account, each with an undo. Resolves to the problem for the form; once the form is gone, a
 * problem is shown as a toast from which the edit can be sent again.
 */
export function useEditAccountText() {
  const client = useQueryClient();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const send = async (edit: AccountEdit): Promise<ApiError | undefined> => {
    const error = await saveAccountText(edit);
    await checkSession(client, error);
    if (error !== undefined) return error;
    const { account, field, value } = edit;
    // Shown at once; the response of the refetch may take a while.
    client.setQueryData(['account', account.id], (read: object | undefined) =>
      read === undefined ? read : { ...read, [field]: value },
    );
    refreshAccounts(client);
    return undefined;
  };

  const undo = async (edit: AccountEdit) => {
    const error = await send({ ...edit, value: edit.replaces, replaces: edit.value });
    if (error === undefined) {
      toast.success(edit.field === 'name' ? `Renamed to ${edit.replaces}` : 'Note restored');
    } else {
      failed(`Failed to undo the change of the ${WHAT[edit.field]}`, error, () => undo(edit));
    }
  };

  const saved = (edit: AccountEdit) =>
    toast.success(edit.field === 'name' ? `Renamed to ${edit.value}` : 'Note saved', {
      action: { label: 'Undo', onClick: () => void undo(edit) },
    });

  const save = async (edit: AccountEdit): Promise<EditProblem | undefined> => {
    const error = await send(edit);
    if (error === undefined) {
      saved(edit);
      return undefined;
    }
    if (!isShown.current) {
      const { field, account } = edit;
      failed(`Failed to save the ${WHAT[field]} of ${account.name}`, error, () => save(edit));
    }
    return describe(error, edit);
  };
  return save;
}

function failed(title: string, error: ApiError, again: () => Promise<unknown>): void {
  toast.error(title, {
    description: failureMessage(error, 'Please try again.'),
    // Someone else's change is not replaced from here, where it cannot be read.
    ...(error.code !== 'CONFLICT' && {
      action: { label: 'Try Again', onClick: () => void again() },
    }),
  });
}

async function describe(error: ApiError, { account, field }: AccountEdit): Promise<EditProblem> {
  if (error.code === 'CONFLICT') {
    const present = await readPresentText(account.id, field);
    if (present !== undefined) {
      return { message: `Someone else has changed the ${WHAT[field]}. It is now:`, present };
    }
  }
  const message = fieldProblems(error, [field])?.fields[field];
  return { message: message ?? failureMessage(error, `Failed to save the ${WHAT[field]}`) };
}
