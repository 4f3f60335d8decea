import type { SecretBox } from '#platform/secrets/secret-box.ts';

/**
 * Creates a token without storing it: its content is encrypted with the server's key, so that no one else can make
 * one or read it. An unfinished sign-in then leaves nothing behind.
 *
 * @param purpose a token of another purpose does not open.
 */
export function sealToken(
  secretBox: SecretBox,
  purpose: string,
  minutes: number,
  content: Record<string, unknown>,
): string {
  const endsAt = Date.now() + minutes * 60_000;
  const { keyId, bytes } = secretBox.seal({ ...content, endsAt }, purpose);
  return `${keyId}.${bytes.toString('base64url')}`;
}

/** Returns the content of a token; undefined for one from elsewhere, of another purpose, or that has expired. */
export function openToken(
  secretBox: SecretBox,
  purpose: string,
  token: string,
): Record<string, unknown> | undefined {
  const [, keyId = '', encoded = ''] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  if (keyId === '') return undefined;
  try {
    const bytes = Buffer.from(encoded, 'base64url');
    const content = secretBox.open({ keyId, bytes }, purpose) as Record<string, unknown>;
    return Number(content['endsAt']) > Date.now() ? content : undefined;
  } catch {
    return undefined;
  }
}
