import { AppError } from '#platform/http/app-error.ts';
import type { Provider } from '../provider.ts';

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Nothing is connected that could be searched for domains. */
export function noMailbox(providers: readonly Provider[]): AppError {
  const names = providers.filter(({ kind }) => kind === 'mail').map(({ name }) => name);
  const next = names.length === 0 ? '' : ` Connect ${anyOf.format(names)} first.`;
  return new AppError('CONFLICT', `No mailbox is connected.${next}`);
}
