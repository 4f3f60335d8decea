import { expect, test, vi } from 'vitest';
import { createFetchPublic } from './fetch-public.ts';

/** There is no route to it on any machine, as there is none to IPv6 addresses on many. */
const unreachable = '255.255.255.255';

vi.mock('./public-address.ts', () => ({ isPublicAddress: () => true }));

// An error of the connection that no one listened to would end the process, and fails the test.
test('an address without a route is an error of the request alone', async () => {
  const fetchPublic = createFetchPublic(async () => [unreachable], {
    accept: '*/*',
    'user-agent': 'test',
  });
  const limits = { signal: AbortSignal.timeout(10_000), maximumBytes: 64 };
  for (const url of ['https://company.example/', 'https://company.example/again']) {
    await expect(fetchPublic(new URL(url), limits)).rejects.toMatchObject({
      syscall: 'connect',
      address: unreachable,
    });
  }
});
