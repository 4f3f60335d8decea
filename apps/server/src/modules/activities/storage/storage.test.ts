import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BothStorages, openBothStorages, storages } from '#test/both-storages.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { makePeopleWorkspace } from '../../accounts/people/people.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { lockOwner, shareOwnersOnCluster } from '../lock-owner.ts';
import { sampleMail } from '../sample-mail.fixture.ts';
import { PARTICIPANT_BYTES } from './columns.ts';
import { storageOf } from './storage-of.ts';

let app: TestApp;
let both: BothStorages;
let workspaceId: string;
let owner: MadePerson;
let colleague: MadePerson;
let ids: string[];

beforeAll(async () => {
  app = await createTestApp();
  both = openBothStorages(app);
  const made = await makePeopleWorkspace(app);
  ({ workspaceId, ann: owner, ben: colleague } = made);
  const offer = sampleMail({ title: 'Offer', textBody: 'The price' });
  const bcc = [{ name: 'Kim', email: 'kim@acme.com', role: 'other' as const }];
  const old = { occurredAt: new Date(Date.now() - 86_400_000), textBody: 'Own' };
  for (const [person, hidden] of [
    [owner, { bcc }],
    [colleague, {}],
  ] as const) {
    await tracking(app).capture(person, [
      { ...offer, ...hidden },
      sampleMail({ ...old, title: `Of ${person.name}` }),
    ]);
  }
  const { rows } = await sql<{ id: string }>`
    select id from account_activities order by occurred_at, id`.execute(app.db);
  ids = rows.map(({ id }) => id);
});
afterAll(async () => {
  await both.close();
  await app.close();
});

describe.each(storages)('%s', (name) => {
  const whole = ({ id: userId }: MadePerson, textBytes = 1_000) =>
    storageOf(both[name]).readWhole(both[name], {
      userId,
      workspaceId,
      which: sql`true`,
      textBytes,
    });
  const found = ({ id: userId }: MadePerson, of: readonly string[]) =>
    storageOf(both[name]).readFound(both[name], { userId, workspaceId, ids: of });

  test('the newest have their texts, as many as fit, and at least one', async () => {
    const texts = async (bytes: number) =>
      (await whole(owner, bytes)).map(({ textBody, isShortened }) => [textBody, isShortened]);
    const [own, offer] = [
      ['Own', false],
      ['The price', false],
    ];
    const left = [null, true];
    expect(await texts(1_000)).toEqual([own, own, offer]);
    expect(await texts(0)).toEqual([left, left, offer]);
    const { rows } = await sql<{ size: number }>`
      select octet_length(text_body) + pg_column_size(metadata)
        + ${PARTICIPANT_BYTES} * jsonb_array_length(participants) as size
      from captured_activities where title in ('Offer', 'Of Ann') order by occurred_at desc`.execute(
      app.db,
    );
    const [ofOffer = 0, ofOwn = 0] = [rows[0]?.size, rows.at(-1)?.size];
    expect(await texts(ofOffer + ofOwn)).toEqual([left, own, offer]);
    expect(await texts(ofOffer + ofOwn - 1)).toEqual([left, left, offer]);
  });

  test('activities have the text of the shown copy, and hidden recipients of the own one', async () => {
    const read = async (person: MadePerson) =>
      (await whole(person)).map(({ title, textBody, bcc, contributorIds }) => [
        title,
        textBody,
        bcc?.map(({ email }) => email),
        contributorIds.length,
      ]);
    expect((await read(owner)).at(-1)).toEqual(['Offer', 'The price', ['kim@acme.com'], 2]);
    expect((await read(colleague)).at(-1)).toEqual(['Offer', 'The price', undefined, 2]);
    expect(
      (await read(owner))
        .map(([title]) => title)
        .slice(0, -1)
        .sort(),
    ).toEqual(['Of Ann', 'Of Ben']);
    expect(await read(colleague)).toHaveLength(3);
  });

  test('what was found comes in the order of its ids, with whom it is from', async () => {
    const rows = await found(owner, ids.toReversed());
    expect(rows.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(rows[0]).toMatchObject({
      title: 'Offer',
      text_body: 'The price',
      account: { name: 'Acme', domain: 'acme.com' },
      contributors: [{ name: 'Ann' }, { name: 'Ben' }],
    });
    const hiddenFor = async (person: MadePerson) =>
      ((await found(person, ids.slice(-1)))[0]?.hidden ?? []).map(({ email }) => email);
    expect(await hiddenFor(owner)).toEqual(['kim@acme.com']);
    expect(await hiddenFor(colleague)).toEqual([]);
  });

  test('is found by no one outside of the workspace', async () => {
    expect(await found(await app.make.person(), ids)).toEqual([]);
  });

  test('a user is locked by one transaction at a time', async () => {
    const db = both[name];
    const order: string[] = [];
    const second = await db.transaction().execute(async (tx) => {
      await lockOwner(tx, owner.id);
      const waiting = db.transaction().execute(async (other) => {
        await lockOwner(other, owner.id);
        order.push('second');
      });
      await waitForLocks(app.db, 1);
      order.push('first');
      return { waiting };
    });
    await second.waiting;
    expect(order).toEqual(['first', 'second']);
  });
});

test('on a cluster, who shares users with others keeps them from being locked', async () => {
  const { cluster } = both;
  const sharing = await cluster.transaction().execute(async (tx) => {
    await shareOwnersOnCluster(tx, [owner.id, colleague.id]);
    await cluster.transaction().execute((other) => shareOwnersOnCluster(other, [owner.id]));
    const locking = cluster.transaction().execute((other) => lockOwner(other, owner.id));
    await waitForLocks(app.db, 1);
    return { locking };
  });
  await expect(sharing.locking).resolves.toBeUndefined();
});
