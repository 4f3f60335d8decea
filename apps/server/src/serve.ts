import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { setupHint } from './setup-hint.ts';
import { createLog } from './platform/log/create-log.ts';
import {
  startUnlessStopped,
  stopInOrder,
  type ShutdownSignal,
} from './platform/shutdown-signal.ts';
import { type Role, roles, startServer } from './start-server.ts';

/** Serves until a signal, then shuts down in order. */
export async function serve(args: string[], signal: ShutdownSignal): Promise<void> {
  const { values } = parseArgs({ args, options: { role: { type: 'string', default: 'all' } } });
  const role = roles.find((known) => known === values.role);
  if (role === undefined) throw new ConfigError(`--role must be one of ${roles.join(', ')}`);
  await run(role, signal);
}

async function run(role: Role, signal: ShutdownSignal): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  for (const problem of config.misspelled) log.warn(problem);
  const { stopping, fail } = signal;
  const start = startServer({ config, log, role, onFatal: fail, stopping });
  const onHung = (message: string) => log.fatal(message);
  const server = await startUnlessStopped(start, signal, onHung);
  if (server === undefined) return;
  try {
    log.info({ role, url: config.publicUrl }, 'ready');
    process.stderr.write((await setupHint(server.context.db, process.env)) ?? '');
    await signal.received;
  } finally {
    await stopInOrder(server.stop, onHung);
    log.info('stopped');
  }
}
