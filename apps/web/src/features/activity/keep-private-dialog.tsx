import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetActivities, refreshActivities } from '../../lib/activities/refresh-activities.ts';
import { failureMessage } from '../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { PRIVATE_CONVERSATIONS } from '../../lib/sharing/private-conversations-key.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

type Props = {
  activityId: string;
  /** Whether colleagues have copies of it as well. */
  isOfOthers: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onKept: () => void;
};

/** Asks before it takes the user's copies of a conversation out of the workspace. */
export function KeepPrivateDialog({ activityId, isOfOthers, open, onOpenChange, onKept }: Props) {
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/activities/{activityId}/private', { params: { activityId } }),
    onSuccess: () => {
      toast.success('Kept private. You can share it again in Import Preferences.');
      onOpenChange(false);
      onKept();
      forgetActivities(client);
      refreshActivities(client);
      void client.invalidateQueries({ queryKey: PRIVATE_CONVERSATIONS });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keep this private"
      description={
        isOfOthers
          ? 'Your copies of the whole conversation leave the workspace, also later ones. Colleagues who have it too still share theirs.'
          : 'The whole conversation leaves the workspace, also later messages of it. It is not shown to you here either.'
      }
      confirmLabel="Keep Private"
      loading={keep.isPending}
      error={keep.error === null ? undefined : failureMessage(keep.error, 'Try again.')}
      onConfirm={() => keep.mutate()}
    />
  );
}
