import { expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestAppOptions } from '../../../test/create-test-app.ts';
import { checkSettings } from './check-settings.ts';

async function statesOf(config: TestAppOptions['config']): Promise<Record<string, string>> {
  const { context, close } = await createTestApp({ config: config ?? {} });
  onTestFinished(close);
  const findings = await checkSettings(context);
  return Object.fromEntries(findings.map(({ subject, state }) => [subject, state]));
}

it('finds nothing wrong where only the defaults stand', async () => {
  expect(await statesOf({})).toEqual({
    PUBLIC_URL: 'good',
    'Embedded database': 'good',
    ENCRYPTION_KEYS: 'good',
    GOOGLE_CLIENT_ID: 'unset',
    Clock: 'unset',
    SMTP_URL: 'unset',
  });
});

it('names what is wrong', async () => {
  const google = { clientId: 'my app', clientSecret: 's', rootUrl: undefined };
  const unreachable = { ...google, rootUrl: 'http://127.0.0.1:9' };
  const config = {
    publicUrl: 'http://tracker.example.com',
    google: unreachable,
    smtpUrl: 'smtp://127.0.0.1:9',
  };
  expect(await statesOf(config)).toMatchObject({
    PUBLIC_URL: 'bad',
    Clock: 'bad',
    SMTP_URL: 'bad',
  });
});
