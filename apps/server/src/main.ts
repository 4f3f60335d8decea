import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { firstStep } from './first-step.ts';
import { createLog } from './platform/log/create-log.ts';
import { untilSignal } from './platform/until-signal.ts';
import { type Role, roles, startServer } from './start-server.ts';

/**
 * A stop that takes longer hangs; milliseconds. Whoever runs the process should wait a little more.
 */
const stopPatience = 30_000;

/** `npm start`: the server for real use, its settings from the environment (`.env.example`). */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } } });
  const role = roles.find((known) => known === values.role);
  if (role === undefined) throw new ConfigError(`--role must be one of ${roles.join(', ')}`);
  await run(role);
}

async function run(role: Role): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const signal = untilSignal();
  const server = await startServer({ config, log, role, onFatal: signal.fail });
  log.info({ role, url: config.publicUrl }, 'ready');
  process.stderr.write((await firstStep(server.context.db, process.env)) ?? '');
  try {
    await signal.received;
  } finally {
    const hung = setTimeout(() => {
      const waited = `${stopPatience / 1_000} s`;
      log.fatal(`the process did not end in order within ${waited}; what was under way is cut off`);
      process.exit(1);
    }, stopPatience);
    await server.stop();
    clearTimeout(hung);
    log.info('stopped');
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
