import { expect, it, onTestFinished } from 'vitest';
import { startScriptedServer } from '../../../test/mail-servers/start-scripted-server.ts';
import { createImap } from './imap.ts';

it('leaves a process to others when servers hang in the sign-ins of one user', async () => {
  let isSlow = true;
  let hanging = 0;
  const server = await startScriptedServer((command) => {
    if (!isSlow || !command.startsWith('LIST')) return undefined;
    hanging += 1;
    return [];
  });
  onTestFinished(() => server.close());
  const { connect } = createImap({ privateNetworks: ['127.0.0.0/8'], ca: server.ca });
  if (connect.kind !== 'server-login') throw new Error('It has no sign-in.');
  const stop = new AbortController();
  const signIn = (user: string, owner: string) => {
    const at = { host: '127.0.0.1', port: server.port, security: 'tls' as const };
    const login = { address: 'ann@example.org', user, password: 'secret', server: at };
    return connect.exchange(login, stop.signal, owner);
  };
  const ended = Promise.allSettled(
    ['slow-1', 'slow-2', 'slow-3'].map((user) => signIn(user, 'ann')),
  );
  await expect.poll(() => hanging, { timeout: 30_000 }).toBe(1);
  isSlow = false;
  await expect(signIn('ben', 'ben')).resolves.toMatchObject({ source: 'ann@example.org' });
  stop.abort();
  await ended;
}, 60_000);
