import type { Webhook, WebhookDelivery } from '@repo/contract/webhooks';

type Kind = 'neutral' | 'success' | 'warning' | 'danger';

/** How the state of a webhook is shown: a badge, and a sentence if the owner has to act. */
export function webhookState({ disabled, failingSince }: Webhook): {
  label: string;
  kind: Kind;
  explanation?: string;
} {
  switch (disabled) {
    case 'failing':
      return {
        label: 'Off',
        kind: 'danger',
        explanation:
          'Switched off: the receiver accepted nothing for five days. Repair it, then switch the webhook on.',
      };
    case 'gone':
      return {
        label: 'Off',
        kind: 'danger',
        explanation: 'Switched off: the receiver answered that it is gone for good (410).',
      };
    case 'no-owner':
      return {
        label: 'Off',
        kind: 'danger',
        explanation:
          'Switched off: the person who set it up is no longer an owner. Switch it on to send what you can see.',
      };
    case 'switched-off':
      return { label: 'Off', kind: 'neutral' };
    default:
      return failingSince === null
        ? { label: 'On', kind: 'success' }
        : {
            label: 'Failing',
            kind: 'warning',
            explanation: 'The last attempt failed and will be repeated. The log says why.',
          };
  }
}

const deliveryStates: Record<WebhookDelivery['state'], { label: string; kind: Kind }> = {
  delivered: { label: 'Delivered', kind: 'success' },
  waiting: { label: 'Waiting', kind: 'neutral' },
  failed: { label: 'Failed', kind: 'danger' },
  dropped: { label: 'Not sent', kind: 'neutral' },
};

/** The badge of a delivery; one that was tried and waits for another attempt is apart from a new one. */
export const deliveryState = ({ state, attempts, problem }: WebhookDelivery) =>
  state === 'waiting' && attempts > 0 && problem !== null
    ? { label: 'Trying again', kind: 'warning' as const }
    : // A newer server can have further states.
      (deliveryStates[state] ?? { label: 'Unknown', kind: 'neutral' as const });
