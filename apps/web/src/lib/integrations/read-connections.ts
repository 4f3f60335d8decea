import type { Integration } from '@repo/contract/integrations';
import { isFullServer } from '../server-level.ts';

/** The part of a response, or of an event, that lists what is connected. */
interface Listed {
  integrations?: unknown;
  connections?: unknown;
}

/**
 * Returns all connections as listed by a server where a person may have several of one provider;
 * otherwise the one of each provider.
 */
export function connectionsIn({ integrations, connections }: Listed): Integration[] | undefined {
  const listed = isFullServer() && Array.isArray(connections) ? connections : integrations;
  return Array.isArray(listed) ? (listed as Integration[]) : undefined;
}
