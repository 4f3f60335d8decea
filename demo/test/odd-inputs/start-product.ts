import { rm } from 'node:fs/promises';
import { startProcess } from '../../../apps/server/test/faults/processes.ts';
import { freePort } from '../../../apps/server/test/free-port.ts';
import { startOwnPostgres } from '../../../apps/server/test/own-postgres.ts';
import { makeTemporaryFolder } from '../../../apps/server/test/temporary-folder.ts';
import { createMakers, knownPassword } from '../../../apps/server/test/test-makers.ts';
import { createDatabase } from '../../../apps/server/src/platform/database/create-database.ts';
import { type ApiClient, signIn } from '../../src/api-client.ts';

/** A server with one workspace, in which people sign in. */
export interface Product {
  workspaceId: string;
  /** Adds a member of the workspace who is signed in. */
  join: (email: string) => Promise<ApiClient>;
  /** Whether the server still answers. */
  isUp: () => Promise<boolean>;
  stop: () => Promise<void>;
}

/** Starts the server as a process of its own, with a database of its own. */
export async function startProduct(): Promise<Product> {
  const postgres = await startOwnPostgres();
  const dataDir = makeTemporaryFolder('odd-inputs');
  const db = createDatabase({ url: postgres.url, poolSize: 2, onLostConnection: () => {} });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startProcess('apps/server/src/main.ts', [], {
    env: { DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: String(port) },
    isReady: (line) => line.includes('"msg":"ready"'),
  });
  const make = createMakers(db);
  const { id: workspaceId } = await make.workspace();
  return {
    workspaceId,
    join: async (email) => {
      const name = email.split('@', 1)[0] ?? '';
      await make.member(workspaceId, { email, name });
      return signIn(url, email, knownPassword);
    },
    isUp: async () => server.child.exitCode === null && (await fetch(`${url}/healthz`)).ok,
    stop: async () => {
      await server.stop();
      await db.destroy();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
