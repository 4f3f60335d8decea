import type { Call } from './member-call.ts';

/** Connects a provider, reads what it offers, and disconnects it. */
export async function integrationsRound(call: Call): Promise<void> {
  await call('GET /api/integrations');
  const ofImap = { params: { provider: 'imap' } };
  const address = 'ann@no-such-company.invalid';
  await call('POST /api/integrations/{provider}/find-server', { ...ofImap, body: { address } });
  await call('POST /api/integrations/{provider}/sign-in', {
    ...ofImap,
    // Refused before any server is contacted: the speed of other servers is not what is measured.
    body: { address, password: 'password' },
    expected: 400,
  });
  await call('GET /api/integrations/events');
  const begun = await call('POST /api/integrations/{provider}/auth', {
    params: { provider: 'fathom' },
  });
  const state = new URL(String(begun['authUrl'])).searchParams.get('state') ?? '';
  const connected = await call('POST /api/integrations/{provider}/callback', {
    params: { provider: 'fathom' },
    body: { code: '', state },
  });
  const { id = '' } = (connected['integration'] ?? {}) as { id?: string };
  const ofIntegration = { params: { id } };
  await call('GET /api/integrations/{id}/failed-items', ofIntegration);
  await call('POST /api/integrations/{id}/failed-items/retry', { ...ofIntegration, body: {} });
  await call('GET /api/integrations/{id}/completeness', ofIntegration);
  await call('POST /api/integrations/{id}/completeness', ofIntegration);
  await call('GET /api/integrations/{id}/message-location', {
    ...ofIntegration,
    query: { message: '<a@b.example>' },
    expected: 409,
  });
  await call('POST /api/integrations/{id}/webhook-token', ofIntegration);
  await mailFilesRound(call);
  await call('PUT /api/history', { body: { since: dayAgo(400) } });
  await call('GET /api/history', { query: { since: dayAgo(800) } });
  await call('DELETE /api/history');
  await call('POST /api/integrations/{id}/sync', ofIntegration);
  await call('DELETE /api/integrations/{id}', ofIntegration);
}

const dayAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Begins the upload of a file, sends nothing of it, and cancels it. */
async function mailFilesRound(call: Call): Promise<void> {
  const begun = await call('POST /api/mail-files', { body: { name: 'mail.mbox', size: 10 } });
  const { id } = (begun['file'] ?? {}) as { id?: string };
  // A server that is too busy began none.
  const ofFile = { params: { id: id ?? '0192f0c0-0000-7000-8000-000000000000' } };
  const refused = (expected: number) => ({
    ...ofFile,
    expected: id === undefined ? 404 : expected,
  });
  await call('GET /api/mail-files');
  await call('PUT /api/mail-files/{id}/content', { ...refused(400), query: { offset: '0' } });
  await call('POST /api/mail-files/{id}/import', refused(409));
  await call('DELETE /api/mail-files/{id}', refused(200));
}
