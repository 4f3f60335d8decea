import { domainProblem } from '@repo/domain/domain-name';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { importDomain, importFailure, isAboutDomain } from './import-domain.ts';
import { ImportSuccess } from './import-success.tsx';

export type ImportDomainDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** With one, 'New Account': the domain is tracked and made an account of it. Else 'New Domain'. */
  workspace?: { id: string; name: string } | undefined;
  /** Something was imported and the person has closed the dialog. */
  onImported: () => void;
};

type Problems = {
  domain?: string | undefined;
  name?: string | undefined;
  form?: string | undefined;
};

/** Adds one domain by hand. Closing it, in whatever way, resets it. */
export function ImportDomainDialog({
  open,
  onOpenChange,
  workspace,
  onImported,
}: ImportDomainDialogProps) {
  const [domain, setDomain] = useState('');
  const [name, setName] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const importing = useMutation({
    mutationFn: () =>
      importDomain(
        domain.trim().toLowerCase(),
        workspace && { workspaceId: workspace.id, name: name.trim() },
      ),
    onError: (error) => {
      const message = importFailure(error, 'Failed to import domain');
      setProblems(isAboutDomain(message) ? { domain: message } : { form: message });
    },
  });

  const changeOpen = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    if (importing.isSuccess) onImported();
    setDomain('');
    setName('');
    setProblems({});
    importing.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = findProblems(domain, workspace === undefined ? undefined : name);
    setProblems(found);
    if (found.domain === undefined && found.name === undefined) importing.mutate();
  };

  if (importing.isSuccess) {
    return (
      <Dialog open={open} onOpenChange={changeOpen} size="small" title="Import Successful">
        <ImportSuccess result={importing.data} onDone={() => changeOpen(false)} />
      </Dialog>
    );
  }
  const busy = importing.isPending;
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      busy={busy}
      size="small"
      title={workspace === undefined ? 'New Domain' : 'New Account'}
      description={
        workspace === undefined
          ? 'Track the activity that you have with a company, by its email domain.'
          : `Add a company to ${workspace.name}, by its email domain. Your activity with it is shared there.`
      }
    >
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <DialogBody>
          <div className="flex flex-col gap-4">
            {problems.form === undefined ? null : <Banner kind="error">{problems.form}</Banner>}
            <TextField
              label="Domain"
              required
              placeholder="example.com"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              inputMode="url"
              value={domain}
              error={problems.domain}
              disabled={busy}
              onChange={(event) => {
                setDomain(event.currentTarget.value);
                setProblems((was) => ({ ...was, domain: undefined }));
              }}
            />
            {workspace === undefined ? null : (
              <TextField
                label="Account Name"
                required
                placeholder="Example Inc."
                autoComplete="off"
                value={name}
                error={problems.name}
                disabled={busy}
                onChange={(event) => {
                  setName(event.currentTarget.value);
                  setProblems((was) => ({ ...was, name: undefined }));
                }}
              />
            )}
          </div>
        </DialogBody>
        <DialogFooter>
          <Button disabled={busy} onClick={() => changeOpen(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={busy}
            disabled={domain === '' || (workspace !== undefined && name === '')}
          >
            {workspace === undefined ? 'Add Domain' : 'Create Account'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** `name` is undefined where no account is made. */
function findProblems(domain: string, name: string | undefined): Problems {
  return {
    domain: domainProblem(domain),
    name: name?.trim() === '' ? 'Account Name is required when adding to workspace' : undefined,
  };
}
