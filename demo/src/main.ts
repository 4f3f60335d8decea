import { untilSignal } from '../../apps/server/src/platform/until-signal.ts';
import { readDemoOptions, usage } from './demo-options.ts';
import { type Demo, runDemo } from './run-demo.ts';

/** `npm run demo`: the whole product with sample people, on this machine, from one command. */
async function main(): Promise<void> {
  const options = readDemoOptions(process.argv.slice(2));
  if (options === 'help') return void console.log(usage);
  const signal = untilSignal();
  const say = (line: string) => console.error(line);
  const demo = await runDemo(options, { say, onFatal: signal.fail });
  try {
    for (const { mailbox, messageId, reason } of demo.sandbox.leftOut) {
      say(`Left out of ${mailbox}: ${messageId ?? 'a mail without Message-ID'}, ${reason}`);
    }
    console.log(options.json ? readyLine(demo) : greeting(demo));
    await signal.received;
    if (!options.json) say('Stopping …');
  } finally {
    await demo.stop();
  }
}

const readyLine = ({ url, sandbox, users }: Demo) =>
  JSON.stringify({ url, sandboxUrl: sandbox.url, shiftDays: sandbox.shiftDays, users });

function greeting({ webUrl, sandbox, users }: Demo): string {
  const width = Math.max(...users.map(({ email }) => email.length));
  const lines = users.map(({ email, password, isAdmin, workspaces }) => {
    const places = workspaces.map(({ organizationSlug, slug }) => `${organizationSlug}/${slug}`);
    const admin = isAdmin ? ', administrator' : '';
    return `  ${email.padEnd(width)}  ${password}  ${places.join(', ')}${admin}`;
  });
  return [
    '',
    `  Open ${webUrl}`,
    '',
    ...lines,
    '',
    `  Providers are stand-ins at ${sandbox.url}; that page shows the Fireflies keys to paste, and`,
    '  sends recordings as a Zap with Fathom does. Ctrl-C stops everything.',
    '',
  ].join('\n');
}

/**
 * One sentence; of a connection that broke, which is only 'fetch failed' by itself, with the
 * reason.
 */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return error instanceof TypeError && cause !== undefined
    ? `${message}: ${explain(cause)}`
    : message;
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
