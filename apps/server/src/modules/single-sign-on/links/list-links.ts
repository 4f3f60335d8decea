import type { CompanyLink } from '@repo/contract/company-links';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { hash } from 'node:crypto';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { needsSingleSignOn } from '#modules/auth/needs-single-sign-on.ts';
import { hasOwnWayIn } from '#modules/sign-in-factors/ways-in.ts';

/** A link with its key in `sso_identities`. */
export interface OwnLink {
  connectionId: string;
  subject: string;
  /** The slug of the organization. */
  slug: string;
  shown: CompanyLink;
}

/**
 * Lists the accounts at providers that are connected with a user, the newest first. The last way in says what to do
 * before it can be removed.
 */
export async function listLinks(
  context: Pick<Context, 'config'>,
  db: Connection,
  userId: string,
): Promise<OwnLink[]> {
  const rows = await readLinks(db, userId);
  const waysIn = rows.filter(signsIn);
  const hasOther = waysIn.length !== 1 || (await hasOwnWayIn(context, db, userId));
  return rows.map((row) => ({
    connectionId: row.connectionId,
    subject: row.subject,
    slug: row.slug,
    shown: {
      id: idOf(row),
      organization: row.organization,
      issuer: row.issuer,
      linkedAt: row.linkedAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      signsIn: signsIn(row),
      reconnects: row.isOpen && row.isDomainVerified,
      whyKept: hasOther || !signsIn(row) ? null : whyKept(row),
    },
  }));
}

interface Row {
  connectionId: string;
  issuer: string;
  subject: string;
  slug: string;
  organization: string;
  /** The issuer that the connection leads to now. */
  currentIssuer: string;
  isOpen: boolean;
  isRequired: boolean;
  /** Whether no other company requires its sign-in for the address of the user. */
  isAllowed: boolean;
  isDomainVerified: boolean;
  linkedAt: Date;
  lastUsedAt: Date | null;
}

async function readLinks(db: Connection, userId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select connection.id as "connectionId", identity.issuer, identity.subject, company.slug,
      company.name as organization, connection.issuer as "currentIssuer",
      connection.is_enabled and company.archived_at is null as "isOpen",
      connection.is_required as "isRequired",
      not ${needsSingleSignOn(sql`person.email`, sql`connection.id`)} as "isAllowed",
      exists (
        select from sso_domains domain
        where domain.organization_id = company.id and domain.verified_at is not null
          and domain.domain = substring(person.email from '@([^@]*)$')) as "isDomainVerified",
      identity.linked_at as "linkedAt", identity.last_used_at as "lastUsedAt"
    from sso_identities identity
    join sso_connections connection on connection.id = identity.connection_id
    join organizations company on company.id = connection.organization_id
    join users person on person.id = identity.user_id
    where identity.user_id = ${userId}
    order by identity.linked_at desc, identity.subject
    limit ${limits.companyLinks}`.execute(db);
  return rows;
}

/** A hash, since the subject is between the provider and this server. */
const idOf = ({ connectionId, issuer, subject }: Row): string =>
  hash('sha256', JSON.stringify([connectionId, issuer, subject]), 'base64url');

/** Not once the connection leads to another provider. */
const signsIn = ({ isOpen, isAllowed, issuer, currentIssuer }: Row): boolean =>
  isOpen && isAllowed && new URL(issuer).href === new URL(currentIssuer).href;

const whyKept = ({ organization, isRequired }: Row): string =>
  isRequired
    ? `This stays while ${organization} requires its sign-in. To remove it, ask an administrator to end that first.`
    : 'Nothing else signs you in. To remove this, first add a passkey that needs no password, or sign out and choose a password with “Reset password”.';
