import { Piscina } from 'piscina';
import { expect, test, vi } from 'vitest';

vi.mock('piscina', { spy: true });

test('mailboxes of every provider and uploaded files parse emails in the same threads', async () => {
  const { installedProviders } = await import('./installed.ts');
  const { createMailFileReader } = await import('./mail-file/mail-file.ts');
  const google = { clientId: 'id', clientSecret: 'secret', rootUrl: 'http://127.0.0.1:9' };
  const settings = {
    google,
    microsoft: {
      clientId: 'id',
      clientSecret: 'secret',
      tenant: 'tenant',
      signInUrl: 'http://127.0.0.1:9',
      graphUrl: 'http://127.0.0.1:9',
    },
    gmailUnitsPerMinute: 6_000,
    firefliesUrl: 'http://127.0.0.1:9',
    firefliesRequestsPerDay: undefined,
    mailPrivateNetworks: [],
    mailboxMemoryMb: undefined,
  };
  const ids = installedProviders(settings).map(({ id }) => id);
  expect([...ids, createMailFileReader().id]).toEqual(
    expect.arrayContaining(['gmail', 'microsoft_mail', 'imap', 'mail_file']),
  );
  expect(vi.mocked(Piscina)).toHaveBeenCalledTimes(1);
});
