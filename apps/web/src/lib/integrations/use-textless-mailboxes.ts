import { useQuery } from '@tanstack/react-query';
import { integrationsQuery } from './integrations-query.ts';

/** The user's mailboxes that capture no text, by their addresses; empty until it is known. */
export function useTextlessMailboxes(): string[] {
  const { data } = useQuery(integrationsQuery);
  return (data?.integrations ?? []).flatMap(({ capturesText, source, name }) =>
    capturesText === false ? [source ?? name] : [],
  );
}
