import type { Webhook } from '@repo/contract/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { toast } from '#ui/feedback/toast.ts';
import { deliveriesKey, webhooksKey } from './webhooks-query.ts';

/**
 * The actions that an owner takes on a webhook without a dialog. Each reports its outcome in a toast.
 */
export function useWebhookActions(
  workspaceId: string,
  { id: webhookId, name }: Pick<Webhook, 'id' | 'name'>,
  { onSecret, onTested }: { onSecret: (secret: string) => void; onTested: () => void },
) {
  const client = useQueryClient();
  const params = { workspaceId, webhookId };
  const refresh = () => {
    void client.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
    return client.invalidateQueries({ queryKey: webhooksKey(workspaceId) });
  };
  const onError = (what: string) => (error: Error) =>
    toast.error(what, { description: failureMessage(error, 'Please try again.') });
  const test = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/test', {
        params,
      }),
    onSuccess: () => {
      void refresh();
      onTested();
    },
    onError: onError('The test could not be sent'),
  });
  const enable = useMutation({
    mutationFn: (isEnabled: boolean) =>
      apiRequestOrThrow('PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}', {
        params,
        body: { isEnabled },
      }),
    onSuccess: (_, isEnabled) => {
      void refresh();
      toast.success(`${name} is ${isEnabled ? 'on' : 'off'}`);
    },
    onError: onError(`${name} could not be changed`),
  });
  const rotate = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/secret', {
        params,
      }),
    onSuccess: ({ secret }) => {
      void refresh();
      onSecret(secret);
    },
    onError: onError('The secret could not be changed'),
  });
  return {
    test: () => test.mutate(),
    enable: enable.mutate,
    rotate: () => rotate.mutate(),
    isBusy: test.isPending || enable.isPending || rotate.isPending,
  };
}
