import type { ActivityToCapture } from '../../../apps/server/src/modules/activities/activity-to-capture.ts';
import { captureAndPublish } from '../../../apps/server/src/modules/activities/capture-and-publish.fixture.ts';
import { importDomains } from '../../../apps/server/src/modules/domains/tracking/import-domains.ts';
import { shareDomain } from '../../../apps/server/src/modules/domains/sharing/share-domain.ts';
import type { Context } from '../../../apps/server/src/platform/context.ts';
import type { TestUser } from './team.ts';

/** An activity as a provider's mapping hands it in, on its way over HTTP. */
export type CapturedActivity = Partial<
  Omit<ActivityToCapture, 'occurredAt' | 'startTime' | 'endTime'>
> & { occurredAt: string; startTime?: string; endTime?: string };

export interface AccountRequest {
  person: TestUser;
  workspaceId: string;
  domain: string;
  name: string;
  activities: CapturedActivity[];
}

let numbered = 0;

/** Shares a domain with an account, which is made if there is none, and captures activities as a sync does. */
export async function fillAccount(
  { db }: Context,
  { person, workspaceId, domain, name, activities }: AccountRequest,
): Promise<{ accountId: string }> {
  const [imported] = await importDomains(db, person.id, { domains: [domain], source: 'manual' });
  const share = { userId: person.id, workspaceId, newAccountName: name };
  const { id } = await shareDomain(db, { ...share, domainId: imported?.domain.id ?? '' });
  const captured = activities.map((activity) => complete(activity));
  const from = { ownerId: person.id, provider: 'gmail', source: person.email };
  await captureAndPublish(db, from, captured);
  return { accountId: id };
}

function complete(given: CapturedActivity): ActivityToCapture {
  const { occurredAt, startTime, endTime, ...rest } = given;
  const id = `environment-${(numbered += 1)}`;
  return {
    externalId: id,
    key: `message-id:<${id}@mail.example>`,
    type: 'email',
    title: '',
    summary: '',
    participants: [],
    messageIds: [`<${id}@mail.example>`],
    ...rest,
    occurredAt: new Date(occurredAt),
    ...(startTime !== undefined && { startTime: new Date(startTime) }),
    ...(endTime !== undefined && { endTime: new Date(endTime) }),
  };
}
