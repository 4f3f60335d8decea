import type { EndpointName, Endpoints } from '@repo/contract/endpoints';

/** An endpoint that a signed-in user can use. */
export type PersonCall = {
  [Name in EndpointName]: Endpoints[Name]['access'] extends 'person' ? Name : never;
}[EndpointName];

/** One response to a member, from one of the endpoints that a member can use. */
export interface Sample {
  /** The endpoint, and the purpose of the request if it has several. */
  what: string;
  call: PersonCall;
  status: number;
  milliseconds: number;
}

/** The parts of a request. */
export interface Given {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** Distinguishes requests to the same endpoint. */
  of?: string;
  /** The status of a successful request; 200 when absent. */
  expected?: number;
}

/** Sends a request, which is timed, and returns the data of its response. */
export type Call = (name: PersonCall, given?: Given) => Promise<Record<string, unknown>>;
