import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Sandbox, SandboxOptions } from '../start-sandbox.ts';
import { startSandbox } from '../start-sandbox.ts';
import { clientId, clientSecret } from './sign-in.ts';

/** A folder that is gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A sandbox on a free port and a folder of its own, stopped when the test is over. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    port: 0,
    dataDir: options.dataDir ?? (await temporaryFolder()),
    mailboxes: [{ address: 'ann@example.org', name: 'Ann Arbor' }],
    clientId,
    clientSecret,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}
