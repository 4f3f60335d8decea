import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { Button } from '#ui/forms/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { webhookDetails, type WebhookDetails } from './webhook-details.ts';

type Props = { integrationId: string; onReplaced: (webhook: WebhookDetails) => void };

/** Gives the webhook a new token, after a question: deliveries are refused until they carry the new one. */
export function ReplaceToken({ integrationId, onReplaced }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const replacement = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/integrations/{id}/webhook-token', {
        params: { id: integrationId },
      }),
    onSuccess: ({ integration }) => {
      onReplaced(webhookDetails(integration.provider, integration));
      setAsking(false);
      toast.success('The token was replaced', {
        description: 'Paste the new Authorization header where the token was in use.',
      });
      void client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    },
  });
  return (
    <div>
      <Button
        size="small"
        onClick={() => {
          replacement.reset();
          setAsking(true);
        }}
      >
        Replace Token
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        destructive
        title="Replace Token"
        description="The current token is refused from then on. Deliveries fail until you paste the new Authorization header where it was in use."
        confirmLabel="Replace Token"
        loading={replacement.isPending}
        error={
          replacement.error === null
            ? undefined
            : failureMessage(replacement.error, 'Failed to replace the token. Try again.')
        }
        onConfirm={() => replacement.mutate()}
      />
    </div>
  );
}
