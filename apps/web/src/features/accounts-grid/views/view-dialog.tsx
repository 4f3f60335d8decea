import type { SavedView, ViewState } from '@repo/contract/saved-views';
import { nameProblem } from '@repo/contract/name';
import type { Workspace } from '@repo/contract/workspaces';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formProblem } from '#lib/api/field-problems.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { viewSearch } from '../data/view-address.ts';
import { useRefreshViews } from './use-view-actions.ts';

type Props = {
  workspace: Workspace;
  /** A view to rename, or the state and the suggested name of a new one. */
  subject: { renamed: SavedView } | { state: ViewState; name?: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function ViewDialog({ open, onOpenChange, ...rest }: Props) {
  const isNew = !('renamed' in rest.subject);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={isNew ? 'Save View' : 'Rename View'}
      {...(isNew && { description: 'Filters, order and columns, as the grid shows them now.' })}
    >
      <ViewForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ViewForm({
  workspace,
  subject,
  onDone,
}: Pick<Props, 'workspace' | 'subject'> & { onDone: () => void }) {
  const send = useSend();
  const navigate = useNavigate();
  const refresh = useRefreshViews(workspace);
  const renamed = 'renamed' in subject ? subject.renamed : undefined;
  const [isShared, setIsShared] = useState(false);
  const [isDefault, setIsDefault] = useState(false);
  const params = { workspaceId: workspace.id };

  async function save(name: string, state: ViewState) {
    const path = 'POST /api/workspaces/{workspaceId}/views';
    const saved = await send(path, { params, body: { name, isShared, state } });
    if (saved.data === undefined) return saved.error;
    const { view } = saved.data;
    if (isDefault) {
      const chosen = await send('PUT /api/workspaces/{workspaceId}/default-view', {
        params,
        body: { viewId: view.id },
      });
      if (chosen.error !== undefined)
        toast.error(`${name} was saved, but does not open by default`);
    }
    await refresh();
    void navigate(viewSearch(view), { replace: true });
    return undefined;
  }

  async function rename(name: string, { id }: SavedView) {
    const renaming = await send('PATCH /api/workspaces/{workspaceId}/views/{viewId}', {
      params: { ...params, viewId: id },
      body: { name },
    });
    await refresh();
    return renaming.error;
  }

  const form = useForm({
    initial: { name: renamed?.name ?? ('name' in subject ? (subject.name ?? '') : '') },
    validate: ({ name }) => ({ name: nameProblem(name.trim()) }),
    submit: async (values) => {
      const name = values.name.trim();
      const error =
        'renamed' in subject
          ? await rename(name, subject.renamed)
          : await save(name, subject.state);
      if (error !== undefined) return formProblem(error, ['name'], 'Failed to save the view');
      toast.success(renamed === undefined ? `Saved ${name}` : `Renamed to ${name}`);
      onDone();
      return undefined;
    },
  });
  return (
    <DialogForm
      form={form}
      submitLabel={renamed === undefined ? 'Save' : 'Rename'}
      onCancel={onDone}
    >
      <TextField {...form.field('name')} label="Name" required autoComplete="off" />
      {renamed === undefined ? (
        <>
          <Checkbox
            label={`Share with everyone in ${workspace.name}`}
            hint="They can open the view. Only you and the owners of the workspace can change it."
            checked={isShared}
            disabled={form.submitting}
            onChange={({ target }) => setIsShared(target.checked)}
          />
          <Checkbox
            label="Open by default for me"
            checked={isDefault}
            disabled={form.submitting}
            onChange={({ target }) => setIsDefault(target.checked)}
          />
        </>
      ) : null}
    </DialogForm>
  );
}
