import { plural } from '@repo/domain/text/plural';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { deleteTag } from '#lib/tags/change-tags.ts';
import type { ListedTag } from '#lib/tags/tags-query.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Props = { tag: ListedTag; open: boolean; onOpenChange: (open: boolean) => void };

/** Deletes a tag after a confirmation that says how many accounts have it. Stays open when that fails. */
export function DeleteTagDialog({ tag, open, onOpenChange }: Props) {
  const { id: workspaceId, name } = useWorkspace();
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: async () => {
      const error = await deleteTag(client, { workspaceId, tagId: tag.id });
      if (error !== undefined) throw error;
    },
    onSuccess: () => {
      onOpenChange(false);
      toast.success(`${tag.name} was deleted`);
    },
  });
  const { error } = deletion;
  const { accountCount = 0 } = tag;
  const effect =
    accountCount === 0
      ? `No account of ${name} has this tag.`
      : `It is taken off ${plural(accountCount, 'account')} of ${name}, for everyone. The accounts stay.`;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title={`Delete the tag ${tag.name}?`}
      description={`${effect} This cannot be undone.`}
      confirmLabel="Delete Tag"
      loading={deletion.isPending}
      error={
        error === null
          ? undefined
          : failureMessage(error, 'The tag could not be deleted. Try again.')
      }
      onConfirm={() => deletion.mutate()}
    />
  );
}
