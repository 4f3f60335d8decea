import { z } from 'zod';

/** Names a provider in paths and in the database, such as 'google_calendar'. */
export const providerId = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9_]*$/, 'must be the id of a provider');
export type ProviderId = z.infer<typeof providerId>;

/** The kind of a provider's activities. Only mail is searched for domains to import. */
export const providerKind = z.enum(['mail', 'calendar', 'calls']);
export type ProviderKind = z.infer<typeof providerKind>;

/**
 * The ways to connect a provider: by consenting on the provider's own page, with a key, by having
 * it send its activities to an address, or with the address and the password of a server.
 */
export const providerConnection = z.enum(['redirect', 'api-key', 'webhook', 'server-login']);
export type ProviderConnection = z.infer<typeof providerConnection>;

/** Capabilities of a provider besides returning activities. */
export const providerCapability = z.enum([
  /** The stored activities can be compared with the provider's. */
  'compare',
  /** A single message can be looked for. */
  'find-message',
  /** A mailbox can be connected without its texts: only who, when and the subject are captured. */
  'without-text',
]);
export type ProviderCapability = z.infer<typeof providerCapability>;

/** All that a client has to know of a provider in order to offer it. The texts are for people. */
export const providerDescriptor = z.object({
  id: providerId,
  /** The display name: 'Gmail'. */
  name: z.string(),
  kind: providerKind,
  connection: providerConnection,
  capabilities: z.array(providerCapability),
  /** One sentence on its card. */
  note: z.string().optional(),
  /** Instructions for connecting: where the key is, what to configure at the provider. */
  connectHelp: z.string().optional(),
  /** Instructions for finding the Message-ID of a message, for 'find-message'. */
  messageIdHelp: z.string().optional(),
});
export type ProviderDescriptor = z.infer<typeof providerDescriptor>;
