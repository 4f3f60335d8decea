import { serverAddress } from '@repo/contract/server-login';
import { z } from 'zod';
import type { Credentials } from '#modules/integrations/provider/connect-methods.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';

const account = z.object({
  /** The user name on the server: usually the address. */
  user: z.string(),
  password: z.string(),
  server: serverAddress,
});

/** The credentials of a mailbox; stored encrypted. */
export type ImapAccount = z.infer<typeof account>;

/** @throws ProviderError `reauthorize` when they are not the credentials of a mailbox. */
export function readAccount(credentials: Credentials): ImapAccount {
  const parsed = account.safeParse(credentials);
  if (parsed.success) return parsed.data;
  throw new ProviderError('reauthorize', 'The stored settings cannot be read. Connect again.');
}
