import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { importDomain, importFailure } from './import-domain.ts';
import { ImportSuccess } from './import-success.tsx';

const CREATION = ['import-domain', 'create-account'];

export type CreateWorkspaceAccountDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Already tracked by the person. */
  domain: string;
  workspace: { id: string; name: string };
  /** The account was made and the person has closed the dialog. */
  onCreated: () => void;
};

/** Makes the account that sharing a domain with a workspace asks for. Closing it resets it. */
export function CreateWorkspaceAccountDialog({
  open,
  onOpenChange,
  domain,
  workspace,
  onCreated,
}: CreateWorkspaceAccountDialogProps) {
  const [name, setName] = useState('');
  const [nameProblem, setNameProblem] = useState<string>();
  const client = useQueryClient();
  const creating = useMutation({
    mutationKey: CREATION,
    mutationFn: () => importDomain(domain, { workspaceId: workspace.id, name: name.trim() }),
  });

  const changeOpen = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    if (creating.isSuccess) onCreated();
    setName('');
    setNameProblem(undefined);
    creating.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The second press of a double click can come before the form is drawn disabled.
    if (client.isMutating({ mutationKey: CREATION }) > 0) return;
    if (name.trim() === '') setNameProblem('Account name is required');
    else creating.mutate();
  };

  if (creating.isSuccess) {
    return (
      <Dialog open={open} onOpenChange={changeOpen} size="small" title="Import Successful">
        <ImportSuccess result={creating.data} onDone={() => changeOpen(false)} />
      </Dialog>
    );
  }
  const busy = creating.isPending;
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      busy={busy}
      size="small"
      title="Create Workspace Account"
      description={`${workspace.name} has no account for ${domain} yet. Create one to share your activity there.`}
    >
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <DialogBody>
          <div className="flex flex-col gap-4">
            {creating.isError ? (
              <Banner kind="error">
                {importFailure(creating.error, 'Failed to create workspace account')}
              </Banner>
            ) : null}
            <TextField
              label="Account Name"
              required
              autoComplete="off"
              value={name}
              error={nameProblem}
              disabled={busy}
              onChange={(event) => {
                setName(event.currentTarget.value);
                setNameProblem(undefined);
              }}
            />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button disabled={busy} onClick={() => changeOpen(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={busy} disabled={name === ''}>
            Create Account
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
