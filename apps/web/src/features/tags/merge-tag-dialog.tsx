import { plural } from '@repo/domain/text/plural';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { updateTag } from '#lib/tags/change-tags.ts';
import type { Tag } from '#lib/tags/read-tags.ts';
import type { ListedTag } from '#lib/tags/tags-query.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Props = {
  tag: ListedTag;
  /** The tag whose name was typed for this one. */
  into: Tag | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Merges a tag into the one whose name it was given, after a confirmation. Stays open when that fails. */
export function MergeTagDialog({ tag, into, open, onOpenChange }: Props) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const name = into?.name ?? '';
  const merge = useMutation({
    mutationFn: async () => {
      const error = await updateTag(client, { workspaceId, tagId: tag.id, name, merge: true });
      if (error !== undefined) throw error;
    },
    onSuccess: () => {
      onOpenChange(false);
      toast.success(`${tag.name} was merged into ${name}`);
    },
  });
  const { error } = merge;
  const { accountCount = 0 } = tag;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        merge.reset();
        onOpenChange(next);
      }}
      destructive
      title={`Merge ${tag.name} into ${name}?`}
      description={`${plural(accountCount, 'account')} with ${tag.name} will have ${name} instead, and so will saved views that filter by it. This cannot be undone.`}
      confirmLabel="Merge Tags"
      loading={merge.isPending}
      error={
        error === null
          ? undefined
          : failureMessage(error, 'The tags could not be merged. Try again.')
      }
      onConfirm={() => merge.mutate()}
    />
  );
}
