import type { z } from 'zod';
import type { ErrorCode } from './error.ts';
import type { Feature } from './features.ts';
import { limits } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may make a call at all; what they may see through it is the server's business. */
export type Access =
  /** Anybody, signed in or not. */
  | 'public'
  /** A person with a live session. */
  | 'person'
  /** A person whose `isAdmin` is true. */
  | 'admin'
  /** Whoever holds the secret that the call itself names: an OAuth state, a webhook token. */
  | 'secret';

/**
 * One REST call as data. The server's routes, the web application's types and the OpenAPI
 * document all come from it.
 */
export interface Endpoint {
  /** One sentence for the reader of the API document. */
  summary: string;
  access: Access;
  /**
   * What the call is part of beyond the specification; null for a call of the specification, also
   * where that leaves the path open.
   */
  feature: Feature | null;
  /** Query parameters and fields of the body beyond the specification, each with its feature. */
  extras?: Readonly<Record<string, Feature>>;
  /** The `{name}` parts of the path. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * What stands in the envelope's `data`, or how the call answers outside of the envelope: a
   * redirect, a picture, a stream of server-sent events or a file.
   */
  response: z.ZodType | 'redirect' | 'image' | 'events' | 'file';
  /** The error codes beyond those that every call of its access can give. */
  errors?: readonly ErrorCode[];
  /**
   * Whether a request can take the server long: always, or where its query names no `limit`. Of
   * those each person has fewer at a time (`limits.concurrentHeavyRequests`).
   */
  cost?: 'high' | 'high-without-limit';
  /** The largest body in bytes; see `bodyLimitOf` for calls without it. */
  bodyLimit?: number;
  /** Whether the body may come as an HTML form would send it, besides as JSON. */
  acceptsForms?: boolean;
}

export type EndpointKey = `${Method} /${string}`;
export type EndpointGroup = Record<EndpointKey, Endpoint>;

/** Keeps the literal types of a group of calls. */
export const defineEndpoints = <const Group extends EndpointGroup>(group: Group): Group => group;

/**
 * The largest request body of a call, in bytes. Anyone can send one to a public call, so that those
 * take little; calls without a body take as little.
 */
export const bodyLimitOf = ({ bodyLimit, access, body }: Endpoint): number =>
  bodyLimit ??
  (access === 'public' || body === undefined ? limits.publicBodyBytes : limits.bodyBytes);
