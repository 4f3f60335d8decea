import { pino } from 'pino';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** A process that owns the folder named by its argument until it is ended; tests kill it. */
const [dataDir = ''] = process.argv.slice(2);

try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: pino({ level: 'silent' }),
    onLost: (error) => {
      throw error;
    },
  });
  await postgres.announce('http://owner.test');
  process.once('SIGTERM', () => void postgres.stop().then(() => process.exit()));
  report({ url: postgres.url, port: postgres.port });
} catch (error) {
  report({ error: error instanceof Error ? error.message : String(error) });
}

function report(outcome: object): void {
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
