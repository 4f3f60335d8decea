import type { Organization } from '../users/provisioner.ts';

/** A request of a provider. */
export interface ScimCall {
  organization: Organization;
  /** The id in the path, as it came. */
  id: string;
  query: Record<string, unknown>;
  body: unknown;
  /** Says which user it concerns, for the page of administrators. */
  concerns: (userId: string) => void;
}

export interface Answer {
  status?: number;
  /** The address of what was created. */
  location?: string;
  /** Absent where there is nothing to say. */
  body?: object;
}

/** The handlers by method and path, such as `GET /Users/:id`. */
export type ScimHandlers = Record<
  string,
  { handle: (call: ScimCall) => Promise<Answer>; bodyLimit?: number }
>;
