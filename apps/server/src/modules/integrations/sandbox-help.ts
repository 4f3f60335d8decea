import type { CallAnswer } from '@repo/contract/calls';
import type { Context } from '../../platform/context.ts';

type SandboxHelp = CallAnswer<'GET /api/integrations'>['sandbox'];

/** The sandbox lies beside the server; who shows a list does not wait longer. Milliseconds. */
const patience = 1_000;

/** What a newcomer to the demo needs to try out each connection; nothing anywhere else. */
export async function sandboxHelp(
  { config: { sandboxUrl }, log }: Pick<Context, 'config' | 'log'>,
  email: string,
): Promise<SandboxHelp> {
  if (sandboxUrl === undefined) return undefined;
  const zapUrl = `${sandboxUrl}/sandbox/fathom`;
  try {
    const address = `${sandboxUrl}/sandbox/fireflies/${encodeURIComponent(email)}/key`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
    // Who has no mailbox in the sandbox has no key either.
    if (!answer.ok) return { zapUrl };
    const { key } = (await answer.json()) as { key: string };
    return { zapUrl, firefliesKey: key };
  } catch (error) {
    log.warn({ err: error }, 'the sandbox does not answer');
    return { zapUrl };
  }
}
