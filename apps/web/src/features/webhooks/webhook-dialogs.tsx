import type { Webhook } from '@repo/contract/webhooks';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

type OpenProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Creates a webhook, and shows its secret once. A click beside the dialog does not close it. */
export function CreateWebhookDialog({
  workspaceId,
  ...shown
}: OpenProps & { workspaceId: string }) {
  const [secret, setSecret] = useState<string>();
  const onClosed = () => setSecret(undefined);
  if (secret !== undefined) return <SecretDialog {...shown} secret={secret} onClosed={onClosed} />;
  return (
    <Dialog
      {...shown}
      role="alertdialog"
      title="Create Webhook"
      description="From now on, what you can see of these events is sent to the address."
    >
      <WebhookForm
        workspaceId={workspaceId}
        onCancel={() => shown.onOpenChange(false)}
        onDone={setSecret}
      />
    </Dialog>
  );
}

export function EditWebhookDialog({
  workspaceId,
  webhook,
  ...shown
}: OpenProps & { workspaceId: string; webhook: Webhook }) {
  const close = () => shown.onOpenChange(false);
  return (
    <Dialog
      {...shown}
      role="alertdialog"
      title="Edit Webhook"
      description="Events that wait for another address are not sent to the new one."
    >
      <WebhookForm workspaceId={workspaceId} webhook={webhook} onCancel={close} onDone={close} />
    </Dialog>
  );
}

/** Shows a secret, which cannot be read again. */
export function SecretDialog({
  secret,
  isNew = true,
  onClosed,
  ...shown
}: OpenProps & {
  secret: string;
  /** Whether the webhook is new, and not the secret alone. */
  isNew?: boolean;
  onClosed?: () => void;
}) {
  const field = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  return (
    <Dialog
      {...shown}
      onClosed={onClosed}
      role="alertdialog"
      title="Copy the Signing Secret"
      description="The receiver uses it to verify that events come from here. Chats do not need it."
      footer={
        <Button variant="primary" onClick={() => shown.onOpenChange(false)}>
          Done
        </Button>
      }
    >
      <div ref={field} className="flex flex-col gap-4">
        <Banner kind="warning">This is the only time that the secret is shown.</Banner>
        <CopyField label="Signing secret" value={secret} />
        {isNew ? null : (
          <p className="text-grid text-muted">
            For 24 hours events are signed with the previous secret as well, so that you have time
            to change it at the receiver.
          </p>
        )}
      </div>
    </Dialog>
  );
}
