import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** What a browser and its authenticator put into an answer; tests change it to attack. */
export interface Situation {
  origin: string;
  rpId: string;
  /** Whether the authenticator checked who holds it. */
  verifiesUser: boolean;
  /** How often it says it was used. */
  count: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

/** An authenticator in software, with one credential, which works without a browser. */
export function createPasskeyDevice(usual: Situation) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const credentialId = base64url(id);

  const clientData = (type: string, challenge: string, { origin }: Situation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authenticatorData = ({ rpId, verifiesUser, count }: Situation, more = 0) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const flags = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  };

  /** A map of CBOR with the curve P-256 and the two coordinates. */
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    credentialId,
    /** Answers `navigator.credentials.create`. */
    create(challenge: string, changed: Partial<Situation> = {}) {
      const situation = { ...usual, ...changed };
      const data = Buffer.concat([
        authenticatorData(situation, NEW_CREDENTIAL),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey,
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        Buffer.from([data.length >> 8, data.length & 0xff]),
        data,
      ]);
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, situation)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    /** Answers `navigator.credentials.get`. */
    use(challenge: string, changed: Partial<Situation & { userHandle: string }> = {}) {
      const situation = { ...usual, ...changed };
      const client = clientData('webauthn.get', challenge, situation);
      const data = authenticatorData(situation);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: changed.userHandle ?? null,
        },
      };
    },
  };
}

export type PasskeyDevice = ReturnType<typeof createPasskeyDevice>;
