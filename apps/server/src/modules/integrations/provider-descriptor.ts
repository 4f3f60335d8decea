import type {
  ProviderCapability,
  ProviderConnection,
  ProviderDescriptor,
} from '@repo/contract/providers';
import type { Provider } from './provider.ts';

const connections: Record<Provider['connect']['kind'], ProviderConnection> = {
  oauth: 'redirect',
  'api-key': 'api-key',
  webhook: 'webhook',
  'server-login': 'server-login',
};

/** Returns what clients have to know about a provider in order to offer it. */
export function toProviderDescriptor(provider: Provider): ProviderDescriptor {
  const { id, name, kind, texts } = provider;
  return {
    id,
    name,
    kind,
    connection: connections[provider.connect.kind],
    capabilities: capabilitiesOf(provider),
    ...texts,
  };
}

function capabilitiesOf(provider: Provider): ProviderCapability[] {
  if (!('open' in provider)) return [];
  return [
    'compare',
    ...(provider.locate === undefined ? [] : ['find-message' as const]),
    ...(provider.worksWithoutText === true ? ['without-text' as const] : []),
  ];
}
