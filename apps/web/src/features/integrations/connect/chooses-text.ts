import type { ProviderDescriptor } from '@repo/contract/providers';
import { isFullServer } from '#lib/server-level.ts';

/** Whether a user chooses what is captured of a provider's mailbox. */
export const choosesText = ({ capabilities }: ProviderDescriptor): boolean =>
  isFullServer() && capabilities.includes('without-text');
