import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';

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
