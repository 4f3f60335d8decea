import { expect, it, onTestFinished } from 'vitest';
import { startScriptedServer } from '#test/mail-servers/start-scripted-server.ts';
import { createImap } from './imap.ts';
import { MAX_SIGN_IN_PROCESSES } from './imap-limits.ts';

it('leaves a process to others when servers hang in the sign-ins of two', async () => {
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
    ['ann', 'ann', 'ann', 'carl'].map((owner, at) => signIn(`slow-${at}`, owner)),
  );
  // Each of the two has one process.
  await expect.poll(() => hanging, { timeout: 30_000 }).toBe(2);
  isSlow = false;
  await expect(signIn('ben', 'ben')).resolves.toMatchObject({ source: 'ann@example.org' });
  stop.abort();
  await ended;
}, 60_000);

it('has no place for another user while all servers hang, and contacts none then', async () => {
  const server = await startScriptedServer((command) =>
    command.startsWith('LIST') ? [] : undefined,
  );
  onTestFinished(() => server.close());
  const { connect } = createImap({ privateNetworks: ['127.0.0.0/8'], ca: server.ca });
  if (connect.kind !== 'server-login') throw new Error('It has no sign-in.');
  const stop = new AbortController();
  const signIn = (owner: string) => {
    const at = { host: '127.0.0.1', port: server.port, security: 'tls' as const };
    const login = { address: 'ann@example.org', password: 'secret', server: at };
    return connect.exchange(login, stop.signal, owner);
  };
  const owners = Array.from({ length: MAX_SIGN_IN_PROCESSES }, (_, at) => `owner ${at}`);
  const ended = Promise.allSettled(owners.map(signIn));
  await expect(signIn('ben')).rejects.toMatchObject({
    message: 'Many mailboxes are being connected at the moment. Please try again in a minute.',
  });
  const outcomes = await ended;
  // They had all of the time that a server has, whatever they waited for.
  for (const one of outcomes) {
    expect(one).toMatchObject({ reason: { message: expect.stringContaining('in time') } });
  }
  const received = server.heard.filter((command) => /^(AUTHENTICATE|LOGIN)/i.test(command));
  expect(received.length).toBeLessThanOrEqual(MAX_SIGN_IN_PROCESSES);
}, 60_000);
