import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** An encrypted secret and the id of its key. */
export interface Sealed {
  keyId: string;
  bytes: Buffer;
}

/** Encrypts secrets that must be read again, such as a provider's credentials. */
export interface SecretBox {
  /** @param context names the place of the secret; it can only be decrypted with the same context. */
  seal: (secret: unknown, context: string) => Sealed;
  /** @throws Error when the key is unknown, or the bytes were changed or have another context. */
  open: (sealed: Sealed, context: string) => unknown;
}

const [ivBytes, tagBytes] = [12, 16];

/**
 * AES-256-GCM with a random nonce. The first key encrypts; the others still decrypt, so that a key
 * is rotated by putting a new one in front.
 */
export function createSecretBox(keys: ReadonlyMap<string, Buffer>): SecretBox {
  const [current] = keys;
  if (current === undefined) throw new Error('A secret box needs at least one key.');
  const [keyId, key] = current;
  return {
    seal(secret, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()]);
      return { keyId, bytes: Buffer.concat([iv, cipher.getAuthTag(), text]) };
    },
    open({ keyId: id, bytes }, context) {
      const known = keys.get(id);
      if (known === undefined) {
        throw new Error(
          `A secret is sealed with the key "${id}", which ENCRYPTION_KEYS does not hold. Add it behind the current one.`,
        );
      }
      const iv = bytes.subarray(0, ivBytes);
      const decipher = createDecipheriv('aes-256-gcm', known, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const text = Buffer.concat([
        decipher.update(bytes.subarray(ivBytes + tagBytes)),
        decipher.final(),
      ]);
      return JSON.parse(text.toString('utf8'));
    },
  };
}
