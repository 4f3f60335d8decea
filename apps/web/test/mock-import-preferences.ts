import { mockEndpoint } from './api.ts';

/** What Import Preferences requests, with nothing connected, tracked or private. */
export function mockImportPreferences(): void {
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] }));
  mockEndpoint('GET /api/history', () => ({
    earliest: '2021-03-04',
    regular: '2025-12-12',
    chosen: null,
    imports: [],
  }));
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  mockEndpoint('GET /api/access-requests', () => ({ requests: [] }));
  mockEndpoint('GET /api/private-conversations', () => ({ conversations: [] }));
  mockEndpoint('GET /api/private-meetings', () => ({ meetings: [] }));
  mockEndpoint('GET /api/protected-addresses', () => ({ addresses: [] }));
}
