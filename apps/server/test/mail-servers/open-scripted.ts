import { onTestFinished } from 'vitest';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { createServerGuard } from '#platform/net/server-guard.ts';
import { openMailbox } from '../../src/providers/imap/open-mailbox.ts';
import { type Script, startScriptedServer } from './start-scripted-server.ts';

const checkServer = createServerGuard({
  resolveHost: async () => ['127.0.0.1'],
  ports: [],
  privateNetworks: ['127.0.0.0/8'],
});

/**
 * Opens a mailbox on a server with these responses, in the process of the test.
 *
 * @param locations the stored ones.
 */
export async function openScripted(script: Script, locations: readonly ItemLocation[] = []) {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  const account = {
    user: 'ann',
    password: 'secret',
    server: { host: '127.0.0.1', port: server.port, security: 'tls' as const },
  };
  const session: ProviderSession = {
    credentials: account,
    source: 'ann@example.org',
    saveCredentials: () => {},
    ownerId: 'owner',
    spendRequest: async () => {},
    findLocations: async (id) => locations.filter((location) => location.id === id),
    findFolders: async () => locations.map(({ folder }) => folder),
    signal: new AbortController().signal,
  };
  const network = { checkServer, ca: server.ca };
  const source = openMailbox(network, session);
  onTestFinished(() => source.close?.());
  return { server, source, session, account, network };
}

/** The cursor of a mailbox with these UIDs in its only folder. */
export const knownUids = (uids: string) => ({
  folders: [{ path: 'INBOX', validity: 7, uidNext: 2, known: uids }],
});
