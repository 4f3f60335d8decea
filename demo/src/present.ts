import {
  startUnlessStopped,
  stopInOrder,
  type ShutdownSignal,
} from '../../apps/server/src/platform/shutdown-signal.ts';
import { readDemoOptions, usage } from './demo-options.ts';
import { type Demo, runDemo } from './run-demo.ts';

/** Starts the demo, says how to use it, and ends it in order after a signal. */
export async function present(args: string[], signal: ShutdownSignal): Promise<void> {
  const options = readDemoOptions(args);
  if (options === 'help') return void console.log(usage);
  const say = (line: string) => console.error(line);
  const { stopping, fail } = signal;
  const start = runDemo(options, { say, onFatal: fail, stopping });
  const demo = await startUnlessStopped(start, signal, say);
  if (demo === undefined) return;
  try {
    for (const { mailbox, messageId, reason } of demo.sandbox.excluded) {
      say(`Excluded from ${mailbox}: ${messageId ?? 'a mail without Message-ID'}, ${reason}`);
    }
    console.log(options.json ? readyLine(demo) : greeting(demo));
    await signal.received;
    if (!options.json) say('Stopping …');
  } finally {
    await stopInOrder(demo.stop, say);
  }
}

const readyLine = ({ url, sandbox, users }: Demo) =>
  JSON.stringify({ url, sandboxUrl: sandbox.url, shiftDays: sandbox.shiftDays, users });

function greeting({ webUrl, sandbox, users }: Demo): string {
  const width = Math.max(...users.map(({ email }) => email.length));
  const lines = users.map(({ email, password, isAdmin, workspaces }) => {
    const slugs = workspaces.map(({ organizationSlug, slug }) => `${organizationSlug}/${slug}`);
    const admin = isAdmin ? ', administrator' : '';
    return `  ${email.padEnd(width)}  ${password}  ${slugs.join(', ')}${admin}`;
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
