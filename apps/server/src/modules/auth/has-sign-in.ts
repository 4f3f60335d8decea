import { sql } from 'kysely';

/**
 * Whether the row of `users` in a statement has a way to sign in: a password, a company's sign-in, or a factor. A user
 * who was only invited has none.
 */
export const hasSignIn = sql<boolean>`(users.password_hash is not null
  or exists (select from sso_identities identity where identity.user_id = users.id)
  or exists (select from passkeys passkey where passkey.user_id = users.id)
  or exists (select from authenticator_apps app where app.user_id = users.id))`;
