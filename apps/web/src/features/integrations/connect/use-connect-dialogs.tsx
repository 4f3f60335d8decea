import type { EndpointResponse } from '@repo/contract/endpoints';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { discoveryKey, integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { ServerLoginDialog } from '../server-login/server-login-dialog.tsx';
import type { WebhookDetails } from '../webhook/webhook-details.ts';
import { WebhookDialog } from '../webhook/webhook-dialog.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { useConnect } from './use-connect.ts';

type Options = {
  sandbox: EndpointResponse<'GET /api/integrations'>['sandbox'];
  onMailboxConnected: (() => void) | undefined;
};

/** Details that are known before connecting. */
type Given = {
  /** Of the mailbox or calendar that has to be connected again. */
  address?: string | undefined;
  /** The user's choice for a mailbox. */
  capturesText?: boolean | undefined;
};

/** The dialogs that connect a provider. */
export type Connecting = {
  connect: (given?: Given) => void;
  connecting: boolean;
  showWebhook: (webhook: WebhookDetails) => void;
};

/** Connects a provider, with the dialogs that this may take. */
export function useConnectDialogs(
  provider: ProviderDescriptor,
  { sandbox, onMailboxConnected }: Options,
): Connecting & { dialogs: ReactNode } {
  const client = useQueryClient();
  const [askingKey, setAskingKey] = useState(false);
  const signIn = useDialogSubject<Given>();
  const webhook = useDialogSubject<WebhookDetails>();
  const { connect, connecting } = useConnect(provider, {
    openApiKey: () => setAskingKey(true),
    openSignIn: () => signIn.show({}),
    openWebhook: webhook.show,
  });
  const refresh = () => {
    void client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    client.removeQueries({ queryKey: discoveryKey });
  };
  const dialogs = (
    <>
      <ApiKeyDialog
        provider={provider}
        open={askingKey}
        onOpenChange={setAskingKey}
        sampleKey={sandbox?.apiKeys?.[provider.id]}
        onConnected={refresh}
      />
      {provider.connection === 'server-login' ? (
        <ServerLoginDialog
          provider={provider}
          address={signIn.subject?.address ?? ''}
          capturesText={signIn.subject?.capturesText}
          open={signIn.open}
          onOpenChange={signIn.onOpenChange}
          onConnected={() => {
            refresh();
            if (provider.kind === 'mail') onMailboxConnected?.();
          }}
        />
      ) : null}
      {webhook.subject === undefined ? null : (
        <WebhookDialog
          provider={provider}
          webhook={webhook.subject}
          open={webhook.open}
          onOpenChange={webhook.onOpenChange}
          onReplaced={webhook.show}
          senderUrl={sandbox?.webhookSenders?.[provider.id]}
        />
      )}
    </>
  );
  return {
    connect: (given = {}) => {
      if (provider.connection === 'server-login') signIn.show(given);
      else connect(given.capturesText);
    },
    connecting,
    showWebhook: webhook.show,
    dialogs,
  };
}
