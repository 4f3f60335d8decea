import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import type { BadgeProps } from '#ui/feedback/badge.tsx';

export type IntegrationStatus = 'Connected' | 'Needs Reauth' | 'Not Connected';

/** A webhook is connected as soon as it exists: no one has to grant anything. */
export function integrationStatus(
  { connection }: Pick<ProviderDescriptor, 'connection'>,
  integration: Integration | undefined,
): IntegrationStatus {
  if (integration === undefined) return 'Not Connected';
  if (connection === 'webhook') return 'Connected';
  if (integration.needsReauth) return 'Needs Reauth';
  return integration.isConnected ? 'Connected' : 'Not Connected';
}

/**
 * Whether a webhook exists and has received nothing yet, so that no one knows whether the sender has its
 * address. Only a server that counts stored deliveries can tell.
 */
export const isAwaitingSender = (
  { connection }: Pick<ProviderDescriptor, 'connection'>,
  integration: Integration | undefined,
): boolean =>
  connection === 'webhook' &&
  integration?.storedActivities === 0 &&
  (integration.lastSyncedAt ?? null) === null;

export const STATUS_BADGES: Record<IntegrationStatus, BadgeProps['kind']> = {
  Connected: 'success',
  'Needs Reauth': 'warning',
  'Not Connected': 'neutral',
};

/** The status of a card's connections together: connected if any of them works. */
export function cardStatus(
  provider: Pick<ProviderDescriptor, 'connection'>,
  connections: readonly Integration[],
): IntegrationStatus {
  const all = connections.map((one) => integrationStatus(provider, one));
  return all.find((one) => one === 'Connected') ?? all[0] ?? 'Not Connected';
}
