import { accountNameProblem } from '@repo/contract/name';
import type { Workspace } from '@repo/contract/workspaces';
import { addressBelongsTo, domainProblem, normalizeDomain } from '@repo/domain/domains/domain-name';
import { useState } from 'react';
import { Link } from 'react-router';
import { isFullServer } from '#lib/server-level.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { ShareLevelField } from '#lib/sharing/share-level-field.tsx';
import { workspaceLevels } from '#lib/sharing/workspace-levels.ts';
import { typedDomain } from '#lib/typed-domain.ts';
import { useForm } from '#lib/use-form.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { ImportDialog, type ImportForm } from './import-dialog.tsx';
import { isAboutDomain, useImportDomain } from './use-import-domain.ts';

/** With a workspace, 'New Account': tracks the domain and creates an account. Else 'New Domain'. */
type Target = {
  workspace?: Pick<Workspace, 'id' | 'name' | 'slug' | 'organization' | 'shareLevels'> | undefined;
};

export type ImportDomainDialogProps = Target & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Something was imported and the user has closed the dialog. */
  onImported: () => void;
};

/** Adds one domain by hand. Closing it, in whatever way, resets it. */
export function ImportDomainDialog({ workspace, ...dialog }: ImportDomainDialogProps) {
  return (
    <ImportDialog
      {...dialog}
      title={workspace === undefined ? 'New Domain' : 'New Account'}
      description={
        workspace === undefined
          ? 'Track your activity with a company by its email domain.'
          : `Add a company to ${workspace.name} by its email domain. Your activity with it will be shared there.`
      }
      renderForm={(form) => <ImportDomainForm workspace={workspace} {...form} />}
    />
  );
}

function ImportDomainForm({ workspace, onImported, onCancel }: Target & ImportForm) {
  const importDomain = useImportDomain('Failed to import domain');
  const { user } = useAuth();
  const [level, setLevel] = useState(workspace && workspaceLevels(workspace)?.default);
  const form = useForm({
    initial: { domain: '', name: '' },
    validate: (values) => ({
      domain: domainProblem(typedDomain(values.domain)),
      name: workspace === undefined ? undefined : accountNameProblem(values.name.trim()),
    }),
    submit: async (values) => {
      const target = workspace && {
        workspaceId: workspace.id,
        name: values.name.trim(),
        ...(level && { level }),
      };
      const domainName = typedDomain(values.domain);
      const { result, failure } = await importDomain(domainName, target);
      if (result === undefined) {
        return isAboutDomain(failure)
          ? { fields: { domain: failure } }
          : { form: { message: failure } };
      }
      onImported(result);
      return undefined;
    },
  });
  const domain = form.field('domain');
  const name = form.field('name');
  return (
    <DialogForm
      form={form}
      submitLabel={workspace === undefined ? 'Add Domain' : 'Create Account'}
      submitDisabled={domain.value === '' || (workspace !== undefined && name.value === '')}
      onCancel={onCancel}
    >
      <TextField
        {...domain}
        label="Domain"
        required
        hint={
          isOwnDomain(typedDomain(domain.value), user?.email)
            ? ownDomainHint(workspace?.name)
            : undefined
        }
        placeholder="example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
      />
      {workspace === undefined ? null : (
        <TextField
          {...name}
          label="Account Name"
          required
          placeholder="Example Inc."
          autoComplete="off"
        />
      )}
      {workspace === undefined ? null : (
        <ShareLevelField
          workspace={workspace}
          level={level}
          disabled={form.submitting}
          onChange={setLevel}
        />
      )}
      {workspace === undefined || !isFullServer() ? null : (
        <p className="text-grid text-muted">
          {'Several companies? '}
          <Link
            className="rounded-sm text-accent-ink underline underline-offset-2"
            to={workspacePath(workspace, 'import-accounts')}
            onClick={onCancel}
          >
            Import from CSV
          </Link>
        </p>
      )}
    </DialogForm>
  );
}

function isOwnDomain(typed: string, address = ''): boolean {
  const domain = normalizeDomain(typed);
  return (
    domain !== undefined && domainProblem(domain) === undefined && addressBelongsTo(address, domain)
  );
}

/** Not a refusal: docs/decisions/own-domain.md. */
function ownDomainHint(workspaceName: string | undefined): string {
  const start = 'This is your own domain, so it matches nearly every email you send or receive';
  return workspaceName === undefined
    ? `${start}.`
    : `${start} and would be shared with ${workspaceName}.`;
}
