import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProtectAddress } from '#lib/sharing/protected-addresses.ts';
import { forgetActivities, refreshActivities } from '#lib/activities/refresh-activities.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { PRIVATE_CONVERSATIONS } from '#lib/sharing/private-conversations-key.ts';
import { toast } from '#ui/feedback/toast.ts';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

export type KeepPrivateProps = {
  activityId: string;
  /** Whether colleagues have copies of it as well. */
  isOfOthers: boolean;
  /** The addresses of the others in the conversation. All conversations with one of them can be kept private. */
  addresses: readonly string[];
  onKept: () => void;
};

type Props = KeepPrivateProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Instead of an address, which has an `@`. */
const THIS_ONE = 'conversation';

/** Asks before it takes the user's copies of a conversation, or of all with an address, out of the workspace. */
export function KeepPrivateDialog({
  activityId,
  isOfOthers,
  addresses,
  open,
  onOpenChange,
  onKept,
}: Props) {
  const [chosen, setChosen] = useState(THIS_ONE);
  const keep = useKeepConversation(activityId);
  const protect = useProtectAddress();
  const isOne = chosen === THIS_ONE;
  const done = (message: string) => {
    toast.success(`${message} You can change that in Import Preferences.`);
    onOpenChange(false);
    onKept();
  };
  const confirm = () => {
    if (isOne) keep.mutate(undefined, { onSuccess: () => done('Kept private.') });
    else
      protect.mutate(
        { address: chosen, shares: 'nothing' },
        { onSuccess: () => done(`Everything with ${chosen} is private.`) },
      );
  };
  const error = isOne ? keep.error : protect.error;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keep This Private"
      description={describe(chosen, isOfOthers)}
      confirmLabel="Keep Private"
      loading={keep.isPending || protect.isPending}
      error={error === null ? undefined : failureMessage(error, 'Try again.')}
      onConfirm={confirm}
    >
      {addresses.length === 0 ? null : (
        <FormField label="Keep private">
          <Select
            value={chosen}
            options={[
              { value: THIS_ONE, label: 'This conversation' },
              ...addresses.map((address) => ({
                value: address,
                label: `Everything with ${address}`,
              })),
            ]}
            onValueChange={setChosen}
            className="w-full"
          />
        </FormField>
      )}
    </ConfirmDialog>
  );
}

function describe(chosen: string, isOfOthers: boolean): string {
  const others = isOfOthers ? ' Colleagues who have them too still share theirs.' : '';
  if (chosen !== THIS_ONE)
    return `Every conversation in which ${chosen} takes part leaves the workspace, including later ones. You do not see them here either.${others}`;
  return isOfOthers
    ? 'All your copies of this conversation leave the workspace, including later ones. For a meeting, that means all of its times. Colleagues who have it too still share theirs.'
    : 'The whole conversation leaves the workspace, including what follows. For a meeting, that means all of its times. You do not see it here either.';
}

function useKeepConversation(activityId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/activities/{activityId}/private', { params: { activityId } }),
    onSuccess: () => {
      forgetActivities(client);
      refreshActivities(client);
      void client.invalidateQueries({ queryKey: PRIVATE_CONVERSATIONS });
    },
  });
}
