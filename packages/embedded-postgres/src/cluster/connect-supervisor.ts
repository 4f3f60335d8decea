import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { SUPERVISOR } from './create-cluster.ts';
import type { Installation } from './installation.ts';
import { passwordFile, readPassword, writePassword } from '../passwords.ts';

/** SQLSTATE `invalid_password`. */
const WRONG_PASSWORD = '28P01';

interface Address {
  port: number;
  /** Under which others find the connection. */
  name: string;
}

/**
 * Connects as the supervisor. A cluster that was made when both roles shared a password, or whose
 * upgrade was cut off, still takes the application's.
 */
export async function connectSupervisor(dataDir: string, address: Address): Promise<Client> {
  const own = await readPassword(dataDir, 'supervisor');
  const shared = await readPassword(dataDir, 'application');
  if (own === undefined) return connect(address, shared);
  try {
    return await connect(address, own);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== WRONG_PASSWORD) throw error;
    const client = await connect(address, shared);
    await setPassword(client, own);
    return client;
  }
}

/**
 * Gives the supervisor a separate password if it has none. The file is written first: if the process
 * ends before the role is changed, the next connection sets the password from the file.
 */
export async function separatePasswords(
  client: Client,
  { dataDir, user }: Installation,
): Promise<void> {
  if ((await readPassword(dataDir, 'supervisor')) !== undefined) return;
  const path = join(dataDir, 'cluster', passwordFile.supervisor);
  await setPassword(client, await writePassword(path, user));
}

async function setPassword(client: Client, password: string): Promise<void> {
  await client.query(`alter role ${SUPERVISOR} password ${client.escapeLiteral(password)}`);
}

async function connect({ port, name }: Address, password: string): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    database: 'postgres',
    user: SUPERVISOR,
    password,
    ssl: false,
    application_name: name,
  });
  // The reason of a lost connection is in PostgreSQL's log; its owner listens for its end.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
