import { AppError } from '#platform/http/app-error.ts';
import type { Provider } from '../provider.ts';

/** Nothing is connected that could be searched for domains. */
export function noMailbox(providers: readonly Provider[]): AppError {
  const names = providers.filter(({ kind }) => kind === 'mail').map(({ name }) => name);
  const next = names.length === 0 ? '' : ` Connect ${names.join(' or ')} first.`;
  return new AppError('CONFLICT', `No mailbox is connected.${next}`);
}
