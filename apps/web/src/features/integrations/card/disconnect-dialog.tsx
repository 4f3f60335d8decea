import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { logFailure } from '#lib/log-failure.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Props = {
  integrationId: string;
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Confirms that a service is disconnected. Stays open, without a message, when that fails. */
export function DisconnectDialog({ integrationId, name, open, onOpenChange }: Props) {
  const client = useQueryClient();
  const disconnection = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('DELETE /api/integrations/{id}', { params: { id: integrationId } }),
    onError: (error) => logFailure(`${name} was not disconnected.`, error),
    onSettled: async (_data, error) => {
      await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
      // Only now the card shows its new state, to which the focus goes back.
      if (error === null) onOpenChange(false);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title={`Disconnect ${name}`}
      description={`Are you sure you want to disconnect ${name}? This will stop syncing data from this service.`}
      confirmLabel="Disconnect"
      loading={disconnection.isPending}
      onConfirm={() => disconnection.mutate()}
    />
  );
}
