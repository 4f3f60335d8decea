import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A certificate that signed itself, with its key; PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

/** @param name what it is for, such as `DNS:localhost` or `IP:127.0.0.1`. */
export function makeCertificate(name = 'IP:127.0.0.1', days = 30): TestCertificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'));
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const curve = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1';
  execFileSync(
    'openssl',
    `req -x509 ${curve} -nodes -days ${days} -subj /CN=test -addext subjectAltName=${name} -keyout ${key} -out ${cert}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  try {
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
