import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A self-signed certificate with its key; PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

/**
 * @param name the subject alternative name, such as `DNS:localhost` or `IP:127.0.0.1`.
 * @param days how long it is valid; below zero it has expired.
 */
export function makeCertificate(name = 'IP:127.0.0.1', days = 30): TestCertificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'));
  const [cert, key, request] = ['cert', 'key', 'request'].map((file) =>
    path.join(folder, `${file}.pem`),
  ) as [string, string, string];
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), { stdio: 'ignore' });
  const curve = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1';
  openssl(
    `req -new ${curve} -nodes -subj /CN=test -addext subjectAltName=${name} -keyout ${key} -out ${request}`,
  );
  openssl(
    `x509 -req -in ${request} -signkey ${key} -days ${days} -copy_extensions copy -out ${cert}`,
  );
  try {
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
