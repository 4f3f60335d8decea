import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type {
  StoredActivityType,
  StoredParticipant,
} from '#platform/database/schema/activities.ts';
import type { TrackedDomain } from './find-matching-domains.ts';
import { hideCopies } from './capturing/hide-copies.ts';
import { addLinks, describeLinks } from './capturing/links.ts';
import { chunkSize } from './publishing/chunk.ts';

/**
 * Whether a captured activity is private by its own mark: a meeting, even with an unread mark. The mark of an
 * email makes its conversation private instead, until its user shares that again.
 */
export const isPrivate = sql<boolean>`(captured.type = 'calendar' and captured.is_private is not false)`;

/** The number of cursors that were opened, for the name of the next one. */
let opened = 0;

/**
 * Links activities that a user's other domains brought in to newly tracked domains that they concern too.
 * Publishes nothing, since a new domain is not shared yet. The caller has locked the user.
 */
export async function linkCaptured(
  tx: Connection,
  ownerId: string,
  domains: readonly TrackedDomain[],
): Promise<void> {
  if (domains.length === 0) return;
  // Addresses are stored with their domain in normal form, so that its labels can be compared here.
  const concerned = sql<CapturedOf>`
    with hosts as materialized (
      select captured.id, split_part(participant ->> 'email', '@', -1) as host
      from captured_activities captured, 
        jsonb_array_elements(captured.participants || captured.bcc) participant
      where captured.owner_id = ${ownerId} and participant ->> 'email' like '_%@%'
    ),
    labels as (
      select host, string_to_array(host, '.') as labels from (select distinct host from hosts) each
    ),
    below as (
      select labels.host, given.id as domain_id, given.domain
      from labels
      cross join generate_series(1, cardinality(labels.labels) - 1) as first
      join unnest(
        ${domains.map(({ id }) => id)}::uuid[],
        ${domains.map(({ domain }) => domain)}::text[]
      ) as given(id, domain)
        on given.domain = array_to_string(labels.labels[first:], '.')
    ),
    concerned as (
      select distinct hosts.id, below.domain_id, below.domain from hosts join below using (host)
    )
    select captured.id as "capturedId", captured.activity_key as "activityKey", captured.type,
      captured.participants, ${isPrivate} as "isPrivate",
      captured.private_conversation_id is not null as "isKeptPrivate",
      concerned.domain_id as "domainId", concerned.domain
    from concerned
    join captured_activities captured
      on captured.owner_id = ${ownerId} and captured.id = concerned.id`;
  await eachChunk(tx, concerned, async (rows) => {
    const described = new Map<string, ReturnType<typeof describeLinks>>();
    for (const { capturedId, type, participants, isPrivate, isKeptPrivate } of rows) {
      if (!described.has(capturedId))
        described.set(capturedId, describeLinks(type, participants, { isPrivate, isKeptPrivate }));
    }
    await addLinks(
      tx,
      ownerId,
      rows.flatMap(({ capturedId, activityKey, domainId, domain }) => {
        const link = described.get(capturedId)?.(domain);
        return link === undefined ? [] : [{ capturedId, activityKey, domainId, ...link }];
      }),
    );
    await hideCopies(
      tx,
      ownerId,
      rows.filter(({ type }) => type === 'calendar'),
    );
  });
}

interface CapturedOf {
  capturedId: string;
  activityKey: string;
  type: StoredActivityType;
  participants: StoredParticipant[];
  isPrivate: boolean;
  isKeptPrivate: boolean;
  domainId: string;
  domain: string;
}

/**
 * Reads a query in chunks through a cursor of the transaction, which sees the rows as they were
 * when it was opened, whatever `work` changes.
 */
async function eachChunk<Row>(
  tx: Connection,
  query: RawBuilder<Row>,
  work: (rows: Row[]) => Promise<void>,
): Promise<void> {
  opened += 1;
  const cursor = sql.id(`chunks_${opened}`);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(chunkSize)} from ${cursor}`.execute(tx);
    if (rows.length > 0) await work(rows);
    if (rows.length < chunkSize) break;
  }
  await sql`close ${cursor}`.execute(tx);
}
