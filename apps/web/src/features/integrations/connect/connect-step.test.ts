import { expect, test } from 'vitest';
import { connectStep } from './connect-step.ts';

const fathom = { id: 'fathom', connection: 'webhook' } as const;
const fireflies = { id: 'fireflies', connection: 'api-key' } as const;
const gmail = { id: 'gmail', connection: 'redirect' } as const;

test.each(['webhook:fathom?state=a%2Fb', 'webhook://fathom/connect?x=1&state=a%2Fb'])(
  '%s is completed by its state',
  (authUrl) => {
    expect(connectStep(fathom, { authUrl })).toEqual({ kind: 'complete-webhook', state: 'a/b' });
  },
);

test('another address for Fathom is the webhook itself', () => {
  const response = {
    authUrl: 'https://here.test/hook',
    integrationId: 'id',
    webhookToken: 'token',
  };
  expect(connectStep(fathom, response)).toEqual({
    kind: 'show-webhook',
    webhook: { url: 'https://here.test/hook', token: 'token' },
  });
});

test('without an address the webhook is that of the integration', () => {
  expect(connectStep(fathom, { authUrl: '', integrationId: 'id' })).toEqual({
    kind: 'show-webhook',
    webhook: { url: `${window.location.origin}/api/webhooks/v1/fathom/id`, token: undefined },
  });
});

test('the api-key scheme opens the key dialog, an address is navigated to', () => {
  expect(connectStep(fireflies, { authUrl: 'api-key:fireflies' })).toEqual({
    kind: 'enter-api-key',
  });
  const url = 'https://accounts.google.com/o/oauth2/v2/auth?x=1';
  expect(connectStep(gmail, { authUrl: url })).toEqual({ kind: 'leave', url });
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//elsewhere.test', ''])(
  'never goes to %o',
  (authUrl) => {
    expect(() => connectStep(gmail, { authUrl })).toThrow('cannot be opened');
  },
);
