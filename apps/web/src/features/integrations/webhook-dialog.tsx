import type { ProviderId } from '@repo/contract/integrations';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { providerName } from './provider-catalogue.ts';
import { ReplaceToken } from './replace-token.tsx';
import type { WebhookDetails } from './webhook-details.ts';

type Props = {
  provider: ProviderId;
  webhook: WebhookDetails;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Token replaced. */
  onReplaced: (webhook: WebhookDetails) => void;
  /** Where a stand-in sends recordings as a Zap does: the page for it. */
  zapUrl?: string | undefined;
};

/** What the person pastes into their Zap. */
export function WebhookDialog(props: Props) {
  const { provider, webhook, open, onOpenChange, onReplaced, zapUrl } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closeButton={false}
      size="large"
      title={`Connect ${providerName(provider)}`}
      description="In Zapier, make a Zap that starts with a new Fathom recording and posts it to a webhook. Configure its POST action with these webhook details."
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
        {zapUrl === undefined ? null : (
          <p className="text-grid text-muted">
            {'This is a demo: '}
            <a
              href={zapAddress(zapUrl, webhook)}
              target="_blank"
              rel="noreferrer"
              className="rounded-sm text-accent-ink underline underline-offset-2"
            >
              send a sample recording
            </a>
            {' as a Zap would.'}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** The page of the stand-in, filled in. */
function zapAddress(zapUrl: string, { url, token }: WebhookDetails): string {
  const target = new URL(zapUrl);
  target.searchParams.set('webhookUrl', url);
  if (token !== undefined) target.searchParams.set('authorization', `Bearer ${token}`);
  return target.href;
}
