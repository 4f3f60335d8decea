import type { ProviderDescriptor } from '@repo/contract/providers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { toast } from '#ui/feedback/toast.ts';
import { connectStep, type ConnectStep } from './connect-step.ts';
import { webhookDetails, type WebhookDetails } from '../webhook/webhook-details.ts';

/** The value that connects a webhook, in place of the code of an OAuth provider. */
const WEBHOOK_CODE = 'webhook';

type Dialogs = {
  openApiKey: () => void;
  openSignIn: () => void;
  openWebhook: (webhook: WebhookDetails) => void;
};

/** Connects a provider, by the kind of connection that it requires. */
export function useConnect(
  provider: ProviderDescriptor,
  { openApiKey, openSignIn, openWebhook }: Dialogs,
) {
  const client = useQueryClient();
  const { mutate, reset, isPending, data } = useMutation({
    mutationFn: (capturesText: boolean | undefined) => takeSteps(provider, capturesText),
    onSuccess: (step) => {
      if (step.kind === 'enter-api-key') openApiKey();
      if (step.kind === 'sign-in') openSignIn();
      if (step.kind === 'leave') window.location.assign(step.url);
      if (step.kind !== 'show-webhook') return;
      openWebhook(step.webhook);
      void client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    },
    onError: (error) =>
      toast.error(`${provider.name} was not connected`, {
        description: failureMessage(error, 'Please try again.'),
      }),
  });

  useEffect(() => {
    // Back from the provider's page, the browser may show this one as it was left.
    const restart = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', restart);
    return () => window.removeEventListener('pageshow', restart);
  }, [reset]);

  return {
    /** @param capturesText of a mailbox; undefined where the user is not asked */
    connect: (capturesText?: boolean) => mutate(capturesText),
    connecting: isPending || data?.kind === 'leave',
  };
}

type LastStep = Exclude<ConnectStep, { kind: 'complete-webhook' }>;

async function takeSteps(
  provider: ProviderDescriptor,
  capturesText: boolean | undefined,
): Promise<LastStep> {
  if (provider.connection === 'api-key') return { kind: 'enter-api-key' };
  if (provider.connection === 'server-login') return { kind: 'sign-in' };
  const step = connectStep(
    provider,
    await apiRequestOrThrow('POST /api/integrations/{provider}/auth', {
      params: { provider: provider.id },
      ...(capturesText !== undefined && { query: { capturesText: String(capturesText) } }),
    }),
  );
  if (step.kind !== 'complete-webhook') return step;
  const { integration } = await apiRequestOrThrow('POST /api/integrations/{provider}/callback', {
    params: { provider: provider.id },
    body: { code: WEBHOOK_CODE, state: step.state },
  });
  if (integration === undefined) {
    throw new Error('The server created the webhook but did not return its address.');
  }
  return { kind: 'show-webhook', webhook: webhookDetails(provider.id, integration) };
}
