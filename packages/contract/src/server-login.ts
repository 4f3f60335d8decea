import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { integration } from './integrations.ts';
import { limits } from './limits.ts';
import { providerId } from './providers.ts';

/** The encryption of a connection to a mail server: from its beginning, or after STARTTLS. */
export const serverSecurity = z.enum(['tls', 'starttls']);
export type ServerSecurity = z.infer<typeof serverSecurity>;

/** The address of a server and how to connect to it. */
export const serverAddress = z.object({
  host: z
    .string()
    .trim()
    .min(1, 'Enter the server.')
    .max(limits.hostLength)
    .regex(/^[\p{L}\p{N}._-]+$/u, 'Enter a name such as imap.example.com.'),
  port: z.number().int().min(1).max(65_535),
  security: serverSecurity,
});
export type ServerAddress = z.infer<typeof serverAddress>;

/** The known settings of the server of an address. The texts are shown to users. */
export const foundServer = z.object({
  /** Absent if the service accepts no password; `help` says what to do. */
  server: serverAddress.optional(),
  /** The user name on the server, if it is not the address. */
  user: z.string().optional(),
  /** The name of the service: 'Fastmail'. */
  service: z.string().optional(),
  /** The steps that the user has to take at the service first. */
  help: z.string().optional(),
});
export type FoundServer = z.infer<typeof foundServer>;

const emailAddress = z
  .string()
  .trim()
  .max(limits.emailLength)
  .regex(/^[^\s@]+@[^\s@]+$/, 'Enter an email address.');

export const serverLogin = z.object({
  address: emailAddress,
  /** The user name on the server, if it is not the address. */
  user: z.string().trim().max(limits.emailLength).optional(),
  password: z.string().min(1, 'Enter the password.').max(limits.serverPasswordLength),
  /** Found by the address when absent. */
  server: serverAddress.optional(),
  /** Of a mailbox: false for who, when and the subject alone. Without it, one that is known stays as it is. */
  capturesText: z.boolean().optional(),
});
export type ServerLogin = z.infer<typeof serverLogin>;

export const serverLoginEndpoints = defineEndpoints({
  'POST /api/integrations/{provider}/find-server': {
    summary:
      'Finds the settings of the server that an address belongs to. Only the domain of the address is sent anywhere.',
    access: 'person',
    level: 'full',
    params: z.object({ provider: providerId }),
    body: z.object({ address: emailAddress }),
    bodyLimit: limits.connectionBodyBytes,
    response: z.object({ found: foundServer.nullable() }),
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'PAYLOAD_TOO_LARGE'],
  },
  'POST /api/integrations/{provider}/sign-in': {
    summary:
      'Connects a provider with the address and the password of an account on a server. Both are tried before they are stored.',
    access: 'person',
    level: 'full',
    params: z.object({ provider: providerId }),
    body: serverLogin,
    bodyLimit: limits.connectionBodyBytes,
    response: z.object({ integration }),
    errors: [
      'NOT_FOUND',
      'NETWORK_ERROR',
      'CONFLICT',
      'LIMIT_REACHED',
      'RATE_LIMITED',
      'PAYLOAD_TOO_LARGE',
    ],
  },
});
