import type { Workspace } from '@repo/contract/workspaces';
import { allowsAssistant } from '@repo/domain/sharing/assistant-readers';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { SendForKey, ToolOutcome } from '../protocol/mcp-handler.ts';
import { requireAllowed } from './require-allowed.ts';

/** The one call without a workspace; its list leaves out those that refuse the assistant. */
const LISTING = 'GET /api/workspaces';

/**
 * Sends the requests of a user's assistant that the workspaces allow, and refuses the others: also where the choice of
 * a workspace cannot be read.
 */
export function sendAllowed(
  { db, log }: Pick<Context, 'db' | 'log'>,
  userId: string,
  send: SendForKey,
): SendForKey {
  return async (request) => {
    if (request.name === LISTING) return onlyAllowed(await send(request));
    try {
      await requireAllowed(db, userId, request.params ?? {});
    } catch (error) {
      if (error instanceof AppError) return { refusal: error.message };
      log.error({ err: error, userId }, 'could not read whether an assistant is allowed');
      return { refusal: 'Whether your assistant can read this is not known now. Try again later.' };
    }
    return send(request);
  };
}

function onlyAllowed(outcome: ToolOutcome): ToolOutcome {
  if ('refusal' in outcome) return outcome;
  const { items } = outcome.data as { items: readonly Workspace[] };
  return {
    data: { items: items.filter(({ assistants, role }) => allowsAssistant(assistants, role)) },
  };
}
