import type { TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import {
  createPasskeyDevice,
  type PasskeyDevice,
  type Situation,
} from './passkey-device.fixture.ts';

/** The address of the web application in these tests. */
export const SITE = 'https://tracker.example';

const usual: Situation = {
  origin: SITE,
  rpId: 'tracker.example',
  verifiesUser: true,
  count: 0,
};

/** How people with passkeys sign in to a test app at `SITE`. */
export function createPasskeyLab(app: TestApp) {
  /** A person with a passkey. */
  async function withPasskey(situation: Partial<Situation> = {}) {
    const person = await app.make.person();
    return { person, ...(await add(person, situation)) };
  }

  async function add(person: MadePerson, situation: Partial<Situation> = {}) {
    const device = createPasskeyDevice({ ...usual, ...situation });
    const { data } = await confirm(person, device);
    return { device, passkeyId: data.passkey.id, recoveryCodes: data.recoveryCodes ?? [] };
  }

  const begin = ({ token }: MadePerson) =>
    app.call('POST /api/auth/factors/passkeys/options', { token });

  async function confirm(
    person: MadePerson,
    device: PasskeyDevice,
    changed: Partial<Situation & { token: string }> = {},
  ) {
    const { data } = await begin(person);
    return app.call('POST /api/auth/factors/passkeys', {
      token: changed.token ?? person.token,
      body: {
        challengeToken: data.challengeToken,
        name: 'Laptop',
        credential: device.create(data.options.challenge, changed),
      },
    });
  }

  const options = async (pendingToken?: string) =>
    (await app.call('POST /api/auth/login/passkey/options', { body: { pendingToken } })).data;

  const send = (
    challengeToken: string,
    credential: ReturnType<PasskeyDevice['use']>,
    from?: string,
  ) =>
    app.call('POST /api/auth/login/passkey', {
      body: { passkey: { challengeToken, credential } },
      ...(from !== undefined && { from }),
    });

  async function signIn(device: PasskeyDevice, changed: Partial<Situation> = {}, from?: string) {
    const { challengeToken, options: asked } = await options();
    return send(challengeToken, device.use(asked.challenge, changed), from);
  }
  return { withPasskey, add, begin, confirm, options, send, signIn };
}
