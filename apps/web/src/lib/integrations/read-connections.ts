import type { Integration } from '@repo/contract/integrations';
import { isFullServer } from '../server-level.ts';

/** The part of a response, or of an event, that lists connections. */
interface Listed {
  integrations?: unknown;
  connections?: unknown;
}

/** Returns all connections, if the server lists several of one provider; otherwise one of each provider. */
export function connectionsIn({ integrations, connections }: Listed): Integration[] | undefined {
  const listed = isFullServer() && Array.isArray(connections) ? connections : integrations;
  return Array.isArray(listed) ? (listed as Integration[]) : undefined;
}
