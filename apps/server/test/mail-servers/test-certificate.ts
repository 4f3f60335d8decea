import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A self-signed certificate with its key; PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

/**
 * Encodes the certificate (RFC 5280) by itself: Node makes none, and a machine that has what the README
 * asks for need not have OpenSSL's program.
 *
 * @param name the subject alternative name, such as `DNS:localhost` or `IP:127.0.0.1`.
 * @param days how long it is valid; below zero it has expired.
 */
export function makeCertificate(name = 'IP:127.0.0.1', days = 30): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const until = new Date(Date.now() + days * 86_400_000);
  const from = new Date(Math.min(Date.now(), until.getTime()) - 3_600_000);
  const details = sequence(
    element(tags.version, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    testName,
    sequence(time(from), time(until)),
    testName,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(tags.extensions, sequence(alternativeName(name))),
  );
  const signature = bits(sign('sha256', details, privateKey));
  return {
    cert: pem('CERTIFICATE', sequence(details, ecdsaWithSha256, signature)),
    key: pem('PRIVATE KEY', privateKey.export({ type: 'pkcs8', format: 'der' })),
  };
}

/** Of ASN.1 and of the fields of a certificate. */
const tags = {
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  identifier: 0x06,
  text: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  dns: 0x82,
  ip: 0x87,
  version: 0xa0,
  extensions: 0xa3,
};

/** Lengths from 128 on are preceded by the number of their bytes. */
function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const header = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), bytes]);
}

const sequence = (...content: readonly Buffer[]) => element(tags.sequence, ...content);
const integer = (bytes: Buffer) => element(tags.integer, bytes);
/** The first byte counts the unused bits of the last one. */
const bits = (bytes: Buffer) => element(tags.bits, Buffer.of(0), bytes);
const identifier = (hex: string) => element(tags.identifier, Buffer.from(hex, 'hex'));
const time = (at: Date) =>
  element(tags.time, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const commonName = identifier('550403');
const subjectAlternativeName = identifier('551d11');
const testName = sequence(
  element(tags.set, sequence(commonName, element(tags.text, Buffer.from('test')))),
);

function alternativeName(name: string): Buffer {
  const value = name.slice(name.indexOf(':') + 1);
  const given =
    isIP(value) === 4
      ? element(tags.ip, Buffer.from(value.split('.').map(Number)))
      : element(tags.dns, Buffer.from(value));
  return sequence(subjectAlternativeName, element(tags.bytes, sequence(given)));
}

const pem = (label: string, content: Buffer): string => {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
};
