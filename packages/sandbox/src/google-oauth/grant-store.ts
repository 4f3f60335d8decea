import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Google's lives of an authorization code and of an access token. */
const codeLifeMs = 10 * 60 * 1000;
export const accessTokenLifeSeconds = 3600;

export const grantsSchema = `
  CREATE TABLE codes (
    code TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE grants (
    id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners (id),
    client_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    refresh_token TEXT UNIQUE,
    revoked INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE access_tokens (
    token TEXT PRIMARY KEY,
    grant_id INTEGER NOT NULL REFERENCES grants (id),
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID`;

/** The request that a code was issued for: everything that the exchange must match. */
export interface CodeRequest {
  owner: number;
  clientId: string;
  redirectUri: string;
  scope: string;
  offline: boolean;
  /** Undefined: the request carried no PKCE challenge. */
  challenge: { value: string; method: 'S256' | 'plain' } | undefined;
}

export interface Grant {
  id: number;
  owner: number;
  clientId: string;
  scope: string;
  refreshToken: string | undefined;
}

export interface Access {
  owner: number;
  clientId: string;
  scope: string;
  expiresAt: number;
}

/** Codes, grants and tokens that were issued; all of them outlive a restart. */
export class GrantStore {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  issueCode(request: CodeRequest): string {
    const code = `4/0${randomBytes(32).toString('base64url')}`;
    this.#database
      .prepare('INSERT INTO codes (code, request, expires_at) VALUES (?, ?, ?)')
      .run(code, JSON.stringify(request), this.#now() + codeLifeMs);
    return code;
  }

  /** Uses the code up; undefined when it is unknown, expired or was used before. */
  redeemCode(code: string): CodeRequest | undefined {
    const row = this.#database
      .prepare(
        'UPDATE codes SET used = 1 WHERE code = ? AND used = 0 AND expires_at > ? RETURNING request',
      )
      .get(code, this.#now());
    return row === undefined ? undefined : (JSON.parse(String(row['request'])) as CodeRequest);
  }

  /** Whether the owner has let this client in before, with a refresh token that is still valid. */
  hasLastingGrant(owner: number, clientId: string): boolean {
    return (
      this.#database
        .prepare(
          'SELECT 1 FROM grants WHERE owner = ? AND client_id = ? AND revoked = 0 AND refresh_token IS NOT NULL',
        )
        .get(owner, clientId) !== undefined
    );
  }

  createGrant({ owner, clientId, scope, offline }: CodeRequest): Grant {
    const refreshToken = offline ? `1//0${randomBytes(32).toString('base64url')}` : undefined;
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO grants (owner, client_id, scope, refresh_token) VALUES (?, ?, ?, ?)')
      .run(owner, clientId, scope, refreshToken ?? null);
    return { id: Number(lastInsertRowid), owner, clientId, scope, refreshToken };
  }

  findByRefreshToken(refreshToken: string): Grant | undefined {
    const row = this.#database
      .prepare('SELECT * FROM grants WHERE refresh_token = ? AND revoked = 0')
      .get(refreshToken);
    return row === undefined
      ? undefined
      : {
          id: Number(row['id']),
          owner: Number(row['owner']),
          clientId: String(row['client_id']),
          scope: String(row['scope']),
          refreshToken,
        };
  }

  issueAccessToken(grant: Grant): string {
    const token = `ya29.${randomBytes(48).toString('base64url')}`;
    this.#database
      .prepare('INSERT INTO access_tokens (token, grant_id, expires_at) VALUES (?, ?, ?)')
      .run(token, grant.id, this.#now() + accessTokenLifeSeconds * 1000);
    return token;
  }

  /**
   * The access that a token gives; undefined when it is unknown, expired or revoked.
   */
  findAccess(token: string): Access | undefined {
    const row = this.#database
      .prepare(
        `SELECT owner, client_id, scope, expires_at FROM access_tokens JOIN grants ON grants.id = grant_id
         WHERE token = ? AND expires_at > ? AND revoked = 0`,
      )
      .get(token, this.#now());
    return row === undefined
      ? undefined
      : {
          owner: Number(row['owner']),
          clientId: String(row['client_id']),
          scope: String(row['scope']),
          expiresAt: Number(row['expires_at']),
        };
  }

  /**
   * Ends everything that the user behind an access or a refresh token granted to its client, as
   * Google does. False: there is no such token.
   */
  revokeByToken(token: string): boolean {
    const { changes } = this.#database
      .prepare(
        `UPDATE grants SET revoked = 1 WHERE revoked = 0 AND (owner, client_id) IN
           (SELECT owner, client_id FROM grants WHERE revoked = 0 AND (refresh_token = :token
             OR id IN (SELECT grant_id FROM access_tokens
               WHERE token = :token AND expires_at > :now)))`,
      )
      .run({ token, now: this.#now() });
    return Number(changes) > 0;
  }

  /** Ends every grant of a user, as when they remove the application or change their password. */
  revokeAll(owner: number): number {
    return Number(
      this.#database
        .prepare('UPDATE grants SET revoked = 1 WHERE owner = ? AND revoked = 0')
        .run(owner).changes,
    );
  }

  /** Expires every access token of a user now; their refresh tokens stay valid. */
  expireAccessTokens(owner: number): number {
    return Number(
      this.#database
        .prepare(
          `UPDATE access_tokens SET expires_at = :now
           WHERE expires_at > :now AND grant_id IN (SELECT id FROM grants WHERE owner = :owner)`,
        )
        .run({ now: this.#now(), owner }).changes,
    );
  }
}
