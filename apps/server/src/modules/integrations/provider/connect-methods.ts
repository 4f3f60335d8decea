import type { FoundServer, ServerLogin } from '@repo/contract/server-login';

export type { FoundServer, ServerLogin };

/** Authorization with OAuth 2.0: authorization code and PKCE. */
export interface OAuthConnect {
  kind: 'oauth';
  /**
   * The company that grants access. Revoking one grant revokes everything that the same account
   * granted through the same grantor, so a grant is not revoked while another one needs it.
   */
  grantor: string;
  /** The URL of the vendor's consent page. */
  authorizationUrl: (request: AuthorizationRequest) => string;
  exchange: (code: string, request: AuthorizationRequest) => Promise<Grant>;
  /** Access that an administrator of the user's organization approves; absent where users grant it themselves. */
  approval?: ApprovalByAdministrator;
  /** Revokes the grant at the vendor. */
  revoke: (credentials: Credentials, signal: AbortSignal) => Promise<void>;
}

export interface ApprovalByAdministrator {
  /** Whether the vendor's answer means that it has to be approved first. */
  isNeeded: (answer: { error: string; description: string }) => boolean;
  /** The URL of the page on which an administrator approves it. The vendor returns to `redirectUri`. */
  url: (request: Pick<AuthorizationRequest, 'state' | 'redirectUri'>) => string;
}

export interface AuthorizationRequest {
  state: string;
  /** The PKCE code verifier; the vendor first receives only its SHA-256. */
  codeVerifier: string;
  redirectUri: string;
  /** Whether the user wants no text to be captured, so that less access is enough. */
  withoutText?: boolean;
}

/** The user enters an API key that the provider gave them. */
export interface ApiKeyConnect {
  kind: 'api-key';
  /** @throws ProviderError `reauthorize` when the provider rejects the key. */
  exchange: (apiKey: string, signal: AbortSignal) => Promise<Grant>;
}

/** The user enters the address and the password of their account on some server. */
export interface ServerLoginConnect {
  kind: 'server-login';
  /**
   * Finds the settings of the server that an address belongs to; undefined when none are published.
   */
  findServer: (address: string, signal: AbortSignal) => Promise<FoundServer | undefined>;
  /**
   * Signs in, to verify the credentials before they are stored.
   *
   * @param ownerId the user, whose sign-ins wait for one another before they wait for other users.
   * @throws ProviderError `reauthorize` when the server does not accept address and password.
   */
  exchange: (login: ServerLogin, signal: AbortSignal, ownerId: string) => Promise<Grant>;
}

export interface Grant {
  credentials: Credentials;
  /** The display name of the mailbox, calendar or account that was connected. */
  source: string;
}

/** Credentials that open the source again; defined by the provider, stored encrypted. */
export type Credentials = Record<string, unknown>;
