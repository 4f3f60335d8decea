import { captureAndPublish } from '#modules/activities/capture-and-publish.fixture.ts';
import { issueResetToken } from '#modules/auth/reset-token.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { sealCredentials } from '#modules/integrations/connect/credentials.ts';
import { rememberConnection } from '#modules/integrations/connect/oauth-states.ts';
import { storePendingGrant } from '#modules/integrations/connect/pending-grants.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import type { TestApp } from '../create-test-app.ts';
import { insertApiKey } from '../insert-api-key.ts';
import type { MadePerson } from '../test-makers.ts';
import { secretMail, secretOf } from './secret-mail.ts';

export interface Person extends MadePerson {
  /** A tracked domain that is shared with no one, and that Ours and Theirs have an account for. */
  domainId: string;
  /** The id of a captured email with that domain. */
  capturedId: string;
  /** Gmail; `webhookId` is Fathom, `webhookToken` what its deliveries bear. */
  mailboxId: string;
  webhookId: string;
  webhookToken: string;
  /** An uploaded file that was checked. */
  mailFileId: string;
  /** The OAuth states of started connections, by provider. */
  states: { gmail: string; fathom: string };
  /** Confirms what Gmail granted to a connection that was begun. */
  confirm: string;
  resetToken: string;
  /** The id of the live session. */
  sessionId: string;
  /** A key with every scope that was used a moment ago, and its id. */
  apiKey: string;
  apiKeyId: string;
}

/** Gives a user something of everything that is their own. */
export async function equipPerson({ context, db }: TestApp, made: MadePerson): Promise<Person> {
  const [own] = await importDomains(db, made.id, { domains: ['initech.com'], source: 'manual' });
  await importDomains(db, made.id, { domains: [`${secretOf(made.name)}.com`], source: 'manual' });
  await db.insertInto('histories').values({ owner_id: made.id, since: '2025-03-01' }).execute();
  const from = { ownerId: made.id, provider: 'gmail', source: made.email };
  const unshared = secretMail('ann@initech.com', secretOf(made.name), 'private');
  await captureAndPublish(db, from, [unshared]);
  const { id: capturedId } = await db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', made.id)
    .executeTakeFirstOrThrow();
  const webhookToken = createToken();
  // Fresh for as long as the matrix takes: discovery asks for a sync where the last is a minute ago.
  const lastSynced = new Date(Date.now() + 3_600_000);
  const connect = async (provider: string, hash: Buffer | null) => {
    const connected = { owner_id: made.id, provider, source: made.email, webhook_token_hash: hash };
    const { id } = await db
      .insertInto('integrations')
      .values({ ...connected, cursor: '{}', last_synced_at: lastSynced })
      .returning('id')
      .executeTakeFirstOrThrow();
    const credentials = { webhookToken, secret: secretOf(made.name) };
    await db
      .updateTable('integrations')
      .set(sealCredentials(context, id, credentials))
      .where('id', '=', id)
      .execute();
    const failure = { external_id: secretOf(made.name), reason: secretOf(made.name) };
    await db
      .insertInto('failed_items')
      .values({ owner_id: made.id, integration_id: id, ...failure, payload: null })
      .execute();
    return id;
  };
  const begin = async (provider: 'gmail' | 'fathom') =>
    (await rememberConnection(db, made.id, provider)).state;
  const { id: mailFileId } = await db
    .insertInto('mail_files')
    .values({
      owner_id: made.id,
      name: secretOf(made.name),
      size: 10,
      received: 10,
      state: 'ready',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    ...made,
    mailFileId,
    domainId: own?.domain.id ?? '',
    capturedId,
    mailboxId: await connect('gmail', null),
    webhookId: await connect('fathom', hashToken(webhookToken)),
    webhookToken,
    states: { gmail: await begin('gmail'), fathom: await begin('fathom') },
    confirm: await storePendingGrant(context, 'gmail', made.id, {
      credentials: { secret: secretOf(made.name) },
      source: made.email,
    }),
    resetToken: await issueResetToken(db, { kind: 'requested', userId: made.id, hours: 1 }),
    sessionId: await findSessionId(db, made.id),
    ...(await createUsedKey(db, made)),
  };
}

async function createUsedKey(db: TestApp['db'], { id, name }: MadePerson) {
  const made = await insertApiKey(db, id, {
    name: secretOf(name),
    last_used_at: new Date(Date.now() + 3_600_000),
    networks: ['127.0.0.1'],
  });
  return { apiKey: made.key, apiKeyId: made.id };
}

async function findSessionId(db: TestApp['db'], userId: string): Promise<string> {
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return id;
}
