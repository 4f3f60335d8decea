import type { z } from 'zod';
import type { ErrorCode } from './error.ts';
import { limits } from './limits.ts';
import type { RequestCost } from './request-cost.ts';
import type { Scope } from './scopes.ts';
import type { ServerLevel } from './server-level.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The callers that can use an endpoint at all; the handler decides what they can see. */
export type Access =
  /** Everyone, signed in or not. */
  | 'public'
  /** A user with a live session. */
  | 'person'
  /** A user whose `isAdmin` is true. */
  | 'admin'
  /** A request with the secret of the endpoint: an OAuth state, a webhook token. */
  | 'secret';

/**
 * A REST endpoint as data. The server's routes, the web application's types and the OpenAPI
 * document are derived from it.
 */
export interface Endpoint {
  /** One sentence for the reader of the API document. */
  summary: string;
  access: Access;
  /**
   * The scope that an API key needs, only with the access `person` or `admin`. Absent: no key can call it, so
   * that a new endpoint accepts none until someone decides that it should (docs/decisions/api-keys.md).
   */
  scope?: Scope;
  /**
   * Whether the session must have proven within `limits.freshProofMinutes` who uses it: for what someone who finds
   * an unlocked screen must not do. Only beyond the specification (docs/decisions/second-factor.md).
   *
   * `of-factor` where the body has the current password in it, which is the proof of a user who has a password and no
   * second factor.
   */
  needsFreshProof?: true | 'of-factor';
  /**
   * Whether it responds to a user who has to set up a second factor first. Absent: it is refused with
   * SECOND_FACTOR_SETUP_REQUIRED, so that a new endpoint is.
   */
  worksWithoutFactor?: true;
  /** `specification` for the specification's endpoints, also where it leaves the path open. */
  level: ServerLevel;
  /** Query parameters and fields of the body that only a full server takes. */
  extras?: readonly string[];
  /**
   * Fields of the response that only a full server has; of an object or of each row of a list with
   * the name of that field before it, as in `accounts.owner`.
   */
  responseExtras?: readonly string[];
  /** The `{name}` parts of the path. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * The envelope's `data`, or the kind of a response without an envelope: a redirect, an image, a
   * stream of server-sent events or a file.
   */
  response: z.ZodType | 'redirect' | 'image' | 'events' | 'file';
  /** The error codes beyond those that every endpoint of this access can return. */
  errors?: readonly ErrorCode[];
  /** The cost of a request; cheap where absent. */
  cost?: RequestCost;
  /** The largest body in bytes; see `bodyLimitOf` for endpoints without it. */
  bodyLimit?: number;
  /** Whether the body may be form-encoded besides JSON. */
  acceptsForms?: boolean;
  /**
   * Whether the body is a file (application/octet-stream). The handler reads it as a stream, and
   * requires that it is not larger than `bodyLimit`.
   */
  acceptsBytes?: boolean;
  /** Whether a body of any type is accepted; it is not looked at. */
  ignoresBody?: boolean;
}

export type EndpointKey = `${Method} /${string}`;
export type EndpointGroup = Record<EndpointKey, Endpoint>;

/** Preserves the literal types of a group of endpoints. */
export const defineEndpoints = <const Group extends EndpointGroup>(group: Group): Group => group;

/**
 * Returns the largest request body of an endpoint, in bytes. Everyone can send one to a public
 * endpoint, so these accept little, as do endpoints without a body.
 */
export const bodyLimitOf = ({ bodyLimit, access, body }: Endpoint): number =>
  bodyLimit ??
  (access === 'public' || body === undefined ? limits.publicBodyBytes : limits.bodyBytes);
