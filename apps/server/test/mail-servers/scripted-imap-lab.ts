import { onTestFinished } from 'vitest';
import { requestReconciliation } from '#modules/integrations/reading/request-reconciliation.ts';
import { createImap } from '../../src/providers/imap/imap.ts';
import { createSyncLab } from '../create-sync-lab.ts';
import { type Script, startScriptedServer } from './start-scripted-server.ts';

/** Ann, who tracks acme.com and connects a mailbox on a server that follows a script, until the test ends. */
export async function scriptedImapLab(script: Script) {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  const lab = await createSyncLab();
  const at = lab.providers.findIndex(({ id }) => id === 'imap');
  lab.providers[at] = createImap({ privateNetworks: ['127.0.0.0/8'], ca: server.ca });
  const ann = await lab.make.person();
  void (await lab.track(ann, 'acme.com')).data;
  return {
    lab,
    ann,
    /** Compares what is stored with the mailbox, as every night. */
    async reconcile(): Promise<void> {
      await requestReconciliation(lab.db);
      await lab.rested(ann);
    },
    /** @returns the id of the integration, after its first sync. */
    async connect(): Promise<string> {
      const { data } = await lab.call('POST /api/integrations/{provider}/sign-in', {
        token: ann.token,
        params: { provider: 'imap' },
        body: {
          address: 'ann@example.org',
          password: 'secret',
          server: { host: '127.0.0.1', port: server.port, security: 'tls' },
        },
      });
      lab.startWorker();
      await lab.rested(ann);
      return data.integration.id;
    },
  };
}
