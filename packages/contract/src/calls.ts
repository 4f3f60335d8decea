import type { z } from 'zod';
import { accountCalls } from './accounts.ts';
import { activityCalls } from './activities.ts';
import { adminCalls } from './admin.ts';
import { authCalls } from './auth.ts';
import type { Call } from './call.ts';
import { domainCalls } from './domains.ts';
import { integrationCalls } from './integrations.ts';
import { invitationCalls } from './invitations.ts';
import { workspaceCalls } from './workspaces.ts';

/** Every call there is, by method and path. */
export const calls = {
  ...authCalls,
  ...workspaceCalls,
  ...invitationCalls,
  ...accountCalls,
  ...domainCalls,
  ...activityCalls,
  ...integrationCalls,
  ...adminCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;

type Part<Name extends CallName, Key extends keyof Call, Direction extends 'input' | 'output'> =
  Calls[Name] extends Record<Key, infer Schema extends z.ZodType>
    ? Direction extends 'input'
      ? z.input<Schema>
      : z.output<Schema>
    : undefined;

/** What the one who makes the call hands in. */
export interface CallInput<Name extends CallName> {
  params: Part<Name, 'params', 'input'>;
  query: Part<Name, 'query', 'input'>;
  body: Part<Name, 'body', 'input'>;
}

/** What the one who answers it gets, defaults filled in. */
export interface CallRequest<Name extends CallName> {
  params: Part<Name, 'params', 'output'>;
  query: Part<Name, 'query', 'output'>;
  body: Part<Name, 'body', 'output'>;
}

/** The `data` of a successful answer. */
export type CallAnswer<Name extends CallName> = Part<Name, 'answer', 'output'>;
