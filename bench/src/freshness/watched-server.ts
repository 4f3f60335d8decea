import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importDomains } from '../../../apps/server/src/modules/domains/tracking/import-domains.ts';
import { sealCredentials } from '../../../apps/server/src/modules/integrations/connect/credentials.ts';
import type { Credentials } from '../../../apps/server/src/modules/integrations/provider/connect-methods.ts';
import {
  createDatabase,
  type Database,
} from '../../../apps/server/src/platform/database/create-database.ts';
import { parseKey } from '../../../apps/server/src/platform/secrets/key-file.ts';
import { createSecretBox } from '../../../apps/server/src/platform/secrets/secret-box.ts';
import { type Process, startProcess } from '../../../apps/server/test/faults/processes.ts';
import { freePort } from '../../../apps/server/test/free-port.ts';
import { createMakers, type MadePerson } from '../../../apps/server/test/test-makers.ts';
import { startThrowawayPostgres } from '../start-throwaway-postgres.ts';

/** A database with a user who shares acme.com, and processes of the product on it. */
export interface WatchedServer {
  db: Database;
  person: MadePerson;
  /** Connects a mailbox on a mail server of this machine. */
  connect: (source: string, credentials: Credentials, values?: object) => Promise<void>;
  start: (env: Record<string, string>) => Promise<Process & { url: string }>;
  stop: () => Promise<void>;
}

/** @param ca the certificate of the mail server; PEM. */
export async function createWatchedServer(ca: string): Promise<WatchedServer> {
  const postgres = await startThrowawayPostgres();
  const db = createDatabase({ url: postgres.url, poolSize: 4, onLostConnection: () => {} });
  const certificate = path.join(postgres.folder, 'ca.pem');
  await writeFile(certificate, ca);
  const key = `k1:${randomBytes(32).toString('base64')}`;
  const secretBox = createSecretBox(new Map([parseKey(key)]));
  const make = createMakers(db);
  const workspace = await make.workspace();
  const person = await make.member(workspace.id, { email: 'ann@example.org' });
  await importDomains(db, person.id, {
    domains: ['acme.com'],
    source: 'manual',
    name: 'acme.com',
    workspaceId: workspace.id,
  });
  const processes: Process[] = [];
  return {
    db,
    person,
    connect: async (source, credentials, values = {}) => {
      const { id } = await db
        .insertInto('integrations')
        .values({ owner_id: person.id, provider: 'imap', source, ...values })
        .returning('id')
        .executeTakeFirstOrThrow();
      const sealed = sealCredentials({ secretBox }, id, credentials);
      await db.updateTable('integrations').set(sealed).where('id', '=', id).execute();
    },
    start: async (env) => {
      const port = await freePort();
      const started = await startProcess('apps/server/src/main.ts', ['--role=all'], {
        env: {
          DATABASE_URL: postgres.url,
          DATA_DIR: postgres.folder,
          ENCRYPTION_KEYS: key,
          PORT: String(port),
          MAIL_PRIVATE_NETWORKS: '127.0.0.0/8',
          NODE_EXTRA_CA_CERTS: certificate,
          MALLOC_ARENA_MAX: '2',
          ...env,
        },
        nodeOptions: ['--max-semi-space-size=4'],
        isReady: (line) => line.includes('"msg":"ready"'),
      });
      processes.push(started);
      return { ...started, url: `http://127.0.0.1:${port}` };
    },
    stop: async () => {
      for (const one of processes) await one.kill();
      await db.destroy();
      await postgres.stop();
    },
  };
}
