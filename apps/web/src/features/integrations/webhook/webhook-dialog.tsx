import type { ProviderDescriptor } from '@repo/contract/providers';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ReplaceToken } from './replace-token.tsx';
import type { WebhookDetails } from './webhook-details.ts';

type Props = {
  provider: ProviderDescriptor;
  webhook: WebhookDetails;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onReplaced: (webhook: WebhookDetails) => void;
  /** In the demo, the page that sends a sample to the webhook. */
  senderUrl?: string | undefined;
};

/** The address and token that the user enters in the service that sends to the webhook. */
export function WebhookDialog(props: Props) {
  const { provider, webhook, open, onOpenChange, onReplaced, senderUrl } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closeButton={false}
      size="large"
      title={`Connect ${provider.name}`}
      description={provider.connectHelp ?? 'Configure the sender with these webhook details.'}
      footer={<Button onClick={() => onOpenChange(false)}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <CopyField label="Webhook URL" value={webhook.url} />
        {webhook.token === undefined ? (
          <Banner kind="info">
            The token of the Authorization header was shown when you connected and is not kept in
            readable form. To get a new one, disconnect and connect again.
          </Banner>
        ) : (
          <CopyField
            label="Authorization header"
            value={`Bearer ${webhook.token}`}
            hint="Keep this secret. Anyone who has it can add calls as you."
          />
        )}
        {webhook.replaceable === undefined ? null : (
          <ReplaceToken integrationId={webhook.replaceable} onReplaced={onReplaced} />
        )}
        {senderUrl === undefined ? null : (
          <p className="text-grid text-muted">
            {'This is a demo: '}
            <a
              href={senderAddress(senderUrl, webhook)}
              target="_blank"
              rel="noreferrer"
              className="rounded-sm text-accent-ink underline underline-offset-2"
            >
              send a sample recording
            </a>
            {' to it.'}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** The address of the sandbox's form, with the fields filled in. */
function senderAddress(senderUrl: string, { url, token }: WebhookDetails): string {
  const target = new URL(senderUrl);
  target.searchParams.set('webhookUrl', url);
  if (token !== undefined) target.searchParams.set('authorization', `Bearer ${token}`);
  return target.href;
}
