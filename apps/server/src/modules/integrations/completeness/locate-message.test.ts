import { expect, it, onTestFinished, vi } from 'vitest';
import { connectedLab } from '#test/connected-lab.ts';
import type { SourceProvider } from '../provider.ts';

/** Ann, whose provider looks for messages in this way. */
async function labThat(locate: NonNullable<SourceProvider['locate']>) {
  const { lab, ann, integrationId: id } = await connectedLab('acme.com');
  const at = lab.providers.findIndex((provider) => provider.id === 'gmail');
  const gmail = lab.providers[at];
  if (gmail === undefined || !('open' in gmail)) throw new Error('There is no Gmail.');
  lab.providers[at] = { ...gmail, locate };
  return async () => {
    const { status, error } = await lab.call('GET /api/integrations/{id}/message-location', {
      token: ann.token,
      params: { id },
      query: { message: '<lost@acme.com>' },
    });
    return [status, error?.message];
  };
}

/** An email of Bob that a list sent on. */
const viaList = {
  from: 'Bob via Sales <sales@lists.example>',
  to: 'sales@lists.example',
  headers: { 'Reply-To': 'Bob <bob@acme.com>', 'List-Id': '<sales.lists.example>' },
};

it('says that a mail server did not respond in time', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const shorter = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout(ms === 9_000 ? 50 : ms));
  onTestFinished(() => shorter.mockRestore());
  const locate = await labThat(
    ({ signal }) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  expect(await locate()).toEqual([
    502,
    'The mail server did not respond in time. Please try again later.',
  ]);
});

it('says what of a mailing list no search finds, and names the author’s domain', async () => {
  const { lab, ann, integrationId: id } = await connectedLab();
  const [earlier = ''] = await lab.deliver([{ ...viaList, daysAgo: 3 }]);
  await lab.sync(ann);
  const find = async (message: string) =>
    (
      await lab.call('GET /api/integrations/{id}/message-location', {
        token: ann.token,
        params: { id },
        query: { message },
      })
    ).data;
  expect(await find(earlier)).toMatchObject({
    rule: 'not-tracked',
    domains: ['acme.com', 'lists.example'],
  });
  await lab.track(ann, 'acme.com');
  const [later = ''] = await lab.deliver([viaList]);
  await lab.rested(ann);
  await lab.sync(ann);
  expect(await find(earlier)).toMatchObject({
    rule: 'too-old',
    explanation: expect.stringContaining('A mailing list sent it under its own address'),
  });
  expect(await find(later)).toMatchObject({ rule: 'stored' });
});
