import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { type Company, createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

const AT_ONCE = 50;
/** Of the processor, also on a busy machine. */
const MAX_MS_PER_TOKEN = 12;

let lab: SsoLab;
let company: Company;
beforeAll(async () => {
  lab = await createSsoLab();
  company = await lab.company({ trustsEmails: true });
});
afterAll(() => lab.close());

const send = async (token: string, network: number) =>
  (
    await lab.app.app.inject({
      method: 'POST',
      url: `/api/auth/sso/${company.id}/logout`,
      remoteAddress: `198.51.${Math.floor(network / 200)}.${(network % 200) + 1}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    })
  ).statusCode;

test('a thousand forged logouts, fifty at once, cost milliseconds each, and ask the provider a few times', async () => {
  const reads = () => lab.provider.requests.filter((path) => path === '/jwks').length;
  const domain = await lab.verifiedDomain(company);
  const { email } = await lab.app.make.person({ email: `ann@${domain}` });
  const sid = randomUUID();
  const { session } = await lab.signIn(company, { sub: 'ann', email, sid });
  const token = session?.data.token ?? '';
  const before = reads();
  lab.provider.deviate({ strangersKey: true });
  const forged = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      lab.provider.logoutToken({ sub: 'ann', sid }, index % 2 === 0 ? {} : { kid: randomUUID() }),
    ),
  );
  lab.provider.deviate({});
  const time = startProcessorTime();
  const answers: number[] = [];
  // More bodies at a time are cut off.
  for (let at = 0; at < forged.length; at += AT_ONCE) {
    const some = forged.slice(at, at + AT_ONCE);
    answers.push(...(await Promise.all(some.map((one, index) => send(one, (at + index) % 100)))));
  }
  expect(time() / forged.length).toBeLessThan(MAX_MS_PER_TOKEN);
  expect(new Set(answers)).toEqual(new Set([400]));
  expect(reads() - before).toBeLessThan(5);
  expect((await lab.app.call('GET /api/auth/me', { token })).status).toBe(200);
  // The counters of other networks are not those of the provider.
  expect(await send(await lab.provider.logoutToken({ sub: 'ann', sid }), 500)).toBe(200);
  expect((await lab.app.call('GET /api/auth/me', { token })).status).toBe(401);
});
