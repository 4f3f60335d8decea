import { expect, it } from 'vitest';
import { createSyncLab } from '../create-sync-lab.ts';
import { createPostcards } from './postcards.ts';

it('a provider of one folder and one line is offered, connected and synced', async () => {
  const lab = await createSyncLab();
  lab.providers.push(
    createPostcards([
      {
        externalId: 'one',
        key: 'message-id:<one@postcards.example>',
        type: 'email',
        occurredAt: new Date(Date.now() - 3_600_000),
        title: 'Greetings',
        summary: '',
        participants: [
          { email: 'bob@acme.com', name: 'Bob', role: 'from' },
          { email: 'ann@postcards.example', name: 'Ann', role: 'to' },
        ],
      },
    ]),
  );
  const ann = await lab.make.person({ email: 'ann@company.example' });
  await lab.track(ann, 'acme.com');
  const { data } = await lab.call('GET /api/integrations', { token: ann.token });
  expect(data.availableProviders).toContain('postcards');
  expect(data.providers?.at(-1)).toEqual({
    id: 'postcards',
    name: 'Postcards',
    kind: 'mail',
    connection: 'api-key',
    capabilities: ['compare'],
    note: 'Reads postcards alone',
    connectHelp: 'The key is on the back.',
  });

  lab.startWorker();
  const provider = { provider: 'postcards' };
  const connected = await lab.call('POST /api/integrations/{provider}/callback', {
    token: ann.token,
    params: provider,
    body: { code: 'a-key', state: btoa(JSON.stringify({ userId: ann.id, ...provider })) },
  });
  expect(connected.data.syncResults).toEqual({ activities: 1 });
  expect(await lab.captured(ann)).toEqual(['Greetings']);
  expect(await lab.rested(ann)).toMatchObject({
    ...provider,
    name: 'Postcards',
    source: 'ann@postcards.example',
    isConnected: true,
    needsReauth: false,
    storedActivities: 1,
    lastSync: { outcome: 'done' },
  });
});
