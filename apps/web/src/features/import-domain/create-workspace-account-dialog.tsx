import { accountNameProblem } from '@repo/contract/name';
import type { WorkspaceShareLevels } from '@repo/contract/workspaces';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { useState } from 'react';
import { ShareLevelField } from '#lib/sharing/share-level-field.tsx';
import { workspaceLevels } from '#lib/sharing/workspace-levels.ts';
import { useForm } from '#lib/use-form.ts';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { ImportDialog, type ImportForm } from './import-dialog.tsx';
import { useImportDomain } from './use-import-domain.ts';

type Subject = {
  /** Already tracked by the user. */
  domain: string;
  workspace: { id: string; name: string; shareLevels?: WorkspaceShareLevels | undefined };
  /** The level that was chosen before the dialog opened; the default of the workspace if absent. */
  level?: ShareLevel | undefined;
};

export type CreateWorkspaceAccountDialogProps = Subject & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The account was made and the user has closed the dialog. */
  onCreated: () => void;
};

/** Creates the account that sharing a domain with a workspace needs. Closing it resets it. */
export function CreateWorkspaceAccountDialog({
  open,
  onOpenChange,
  domain,
  workspace,
  level,
  onCreated,
}: CreateWorkspaceAccountDialogProps) {
  return (
    <ImportDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create Workspace Account"
      description={`${workspace.name} has no account for ${domain} yet. Create one to share your activity there.`}
      renderForm={(form) => (
        <CreateAccountForm domain={domain} workspace={workspace} level={level} {...form} />
      )}
      onImported={onCreated}
    />
  );
}

function CreateAccountForm({
  domain,
  workspace,
  level: given,
  onImported,
  onCancel,
}: Subject & ImportForm) {
  const preset = workspaceLevels(workspace)?.default;
  const [level, setLevel] = useState(preset && (given ?? preset));
  const importDomain = useImportDomain('Failed to create workspace account');
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => ({
      name: name.trim() === '' ? 'Account name is required' : accountNameProblem(name.trim()),
    }),
    submit: async ({ name }) => {
      const target = { workspaceId: workspace.id, name: name.trim(), ...(level && { level }) };
      const { result, failure } = await importDomain(domain, target);
      if (result === undefined) return { form: { message: failure } };
      onImported(result);
      return undefined;
    },
  });
  const name = form.field('name');
  return (
    <DialogForm
      form={form}
      submitLabel="Create Account"
      submitDisabled={name.value === ''}
      onCancel={onCancel}
    >
      <TextField {...name} label="Account Name" required autoComplete="off" />
      <ShareLevelField
        workspace={workspace}
        level={level}
        disabled={form.submitting}
        onChange={setLevel}
      />
    </DialogForm>
  );
}
