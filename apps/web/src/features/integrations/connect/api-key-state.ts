import type { ProviderId } from '@repo/contract/providers';

const NONCE_BYTES = 16;

/** What goes with an API key in place of an OAuth state: Base64 of JSON. */
export function apiKeyState(userId: string, provider: ProviderId): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const timestamp = Date.now();
  return btoa(JSON.stringify({ userId, provider, type: 'call_transcription', timestamp, nonce }));
}
