import { spawnSync } from 'node:child_process';
import { readAdvisories } from './read-advisories.ts';

/**
 * Fails on a known advisory of level high or critical in a production dependency. Where the registry
 * does not support audits, it prints that and passes: a check that cannot run must not block a
 * change.
 */
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
});
const outcome = readAdvisories(stdout);
if (outcome.kind === 'unavailable') {
  console.log(`skipped: the registry does not say what is known (${outcome.reason})`);
} else {
  for (const { name, severity, titles } of outcome.serious) {
    console.error(`${severity}: ${name}: ${titles.join('; ')}`);
  }
  if (outcome.serious.length > 0) process.exit(1);
  console.log('no known advisory of level high or critical');
}
