import { serverAddress } from '@repo/contract/server-login';
import { z } from 'zod';
import type { Credentials } from '#modules/integrations/provider/connect-methods.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';

const account = z.object({
  /** The user name on the server: usually the address. */
  user: z.string(),
  password: z.string(),
  server: serverAddress,
  /** The addresses of the collections that contain the calendars. */
  homes: z.array(z.string()).min(1),
  /** The address of the user's own resource; shared calendars have another owner. */
  principal: z.string(),
  /** The user's own email addresses, by which invitations name them; in lower case. */
  addresses: z.array(z.string()),
});

/** The credentials of a calendar account; stored encrypted. */
export type CalendarAccount = z.infer<typeof account>;

/** @throws ProviderError `reauthorize` when they are not the credentials of a calendar account. */
export function readCalendarAccount(credentials: Credentials): CalendarAccount {
  const parsed = account.safeParse(credentials);
  if (parsed.success) return parsed.data;
  throw new ProviderError('reauthorize', 'The stored settings cannot be read. Connect again.');
}
