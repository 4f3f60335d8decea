import { randomUUID } from 'node:crypto';
import type { ApiClient } from './api-client.ts';

/**
 * Connects a person's Fireflies with the key that the sandbox gives: what its dialog does in a
 * browser.
 */
export async function connectFireflies(client: ApiClient, key: string): Promise<void> {
  const { user } = await client.call('GET /api/auth/me');
  const provider = 'fireflies';
  const timestamp = Date.now();
  const given = { userId: user.id, provider, type: 'call_transcription', timestamp };
  const state = btoa(JSON.stringify({ ...given, nonce: randomUUID() }));
  const body = { code: key, state };
  await client.call('POST /api/integrations/{provider}/callback', { params: { provider }, body });
}
