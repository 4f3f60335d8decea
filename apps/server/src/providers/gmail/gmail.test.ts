import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { clientId, clientSecret, pressConsentButton } from '@repo/sandbox/testing/sign-in';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { describeProvider } from '../../../test/provider-contract.ts';
import { createGmail } from './gmail.ts';

const mailbox = 'ann@example.org';

describeProvider('Gmail', async () => {
  const { url } = await startTestSandbox();
  let added = 0;
  const control = async (method: string, path: string, body?: string) => {
    const answer = await fetch(`${url}/sandbox${path}`, { method, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  return {
    provider: createGmail({ clientId, clientSecret, rootUrl: url }),
    consent: (address) => pressConsentButton(address, 'login_hint', mailbox),
    async add(title) {
      added += 1;
      const date = new Date(Date.now() - 60_000 + added * 1_000).toUTCString();
      const mail = sampleMail({ Subject: title, Date: date });
      return (await control('POST', `/gmail/${mailbox}/messages`, mail)).id;
    },
    remove: async (id) => void (await control('DELETE', `/gmail/${mailbox}/messages/${id}`)),
    expireCursors: async () => {
      // Only what lies behind the present is forgotten.
      await control('POST', `/gmail/${mailbox}/messages`, sampleMail());
      await control('POST', `/gmail/${mailbox}/expire-history`);
    },
    revokeGrant: async () => void (await control('POST', `/google-oauth/${mailbox}/revoke-grants`)),
    fail: async (status) => {
      const fault = { path: '/gmail/**', effect: { kind: 'fail', status } };
      await control('POST', '/faults', JSON.stringify(fault));
    },
    mend: async () => void (await control('DELETE', '/faults')),
  };
});
