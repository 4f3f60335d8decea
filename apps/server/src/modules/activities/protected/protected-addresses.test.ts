import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { setShareLevels } from '#modules/domains/set-share-level.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { takeRemainingSteps } from '../publish-requests.ts';
import { requestActivities } from '../publishing/request-activities.ts';
import { removeCaptured } from '../remove-captured.ts';
import { rebuildPublished } from '../publishing/rebuild-published.ts';
import { namedMail, sampleMail, sampleMeeting } from '../sample-mail.fixture.ts';
import { endProtection } from './end-protection.ts';
import { protectAddress } from './protect-address.ts';
import { requestProtectionUpdates, takeProtectionUpdates } from '../update-protections.ts';

let app: TestApp;
let workspaceId: string;
let accountId: string;
let domainId: string;
let ann: MadePerson;
let bob: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ id: workspaceId } = await app.make.workspace());
  ann = await app.make.member(workspaceId);
  bob = await app.make.member(workspaceId);
  ({ accountId, domainId } = await tracking(app).makeAccount(ann, workspaceId));
});

const acme = { name: 'Zoe', email: 'zoe@acme.com', role: 'from' as const };
const person = (email: string, role: 'to' | 'cc' = 'to') => ({ name: '', email, role });
/** An email between acme.com and further people. */
const mailWith = (name: string, emails: readonly string[], ...refersTo: string[]) => ({
  ...namedMail(name, ...refersTo),
  participants: [acme, ...emails.map((email) => person(email))],
});
const capture = (...given: ReturnType<typeof sampleMail>[]) => tracking(app).capture(ann, given);
const protect = async (address: string, shares: 'nothing' | 'activity' = 'nothing', by = ann) =>
  app.call('PUT /api/protected-addresses', { token: by.token, body: { address, shares } });
const end = (address: string, { token } = ann) =>
  app.call('DELETE /api/protected-addresses/{address}', { token, params: { address } });
const listed = async ({ token } = ann) =>
  (await app.call('GET /api/protected-addresses', { token })).data.addresses;

/** What is published, as title and level; a complete rebuild has to give the same. */
async function published() {
  const read = async () =>
    (
      await app.db
        .selectFrom('account_activities')
        .select(['title', 'level'])
        .where('account_id', '=', accountId)
        .orderBy('title')
        .execute()
    )
      .map(({ title, level }) => (level === 2 ? title : `${title || 'untitled'} at ${level}`))
      .sort();
  const before = await read();
  await app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));
  expect(await read()).toEqual(before);
  return before;
}

describe('a protected address', () => {
  test('leaves with its whole conversation, earlier and later, and comes back when it ends', async () => {
    await capture(
      mailWith('begin', []),
      mailWith('lawyer', ['anna@law.example'], 'begin'),
      mailWith('other', []),
    );
    expect((await protect('Anna@Law.Example')).data.protected).toMatchObject({
      address: 'anna@law.example',
      shares: 'nothing',
      activityCount: 2,
    });
    expect(await published()).toEqual(['other']);
    await capture(mailWith('after', [], 'lawyer'), mailWith('new', ['anna@law.example']));
    expect(await published()).toEqual(['other']);
    expect(await listed()).toMatchObject([{ address: 'anna@law.example', activityCount: 4 }]);
    expect((await end('anna@law.example')).status).toBe(200);
    expect(await published()).toEqual(['after', 'begin', 'lawyer', 'new', 'other']);
    expect(await listed()).toEqual([]);
  });

  test('shows the level activity at most where that is chosen, whatever the share says', async () => {
    await capture(mailWith('lawyer', ['anna@law.example']), mailWith('other', []));
    await protect('anna@law.example', 'activity');
    expect(await published()).toEqual(['other', 'untitled at 0']);
    await setShareLevels(app.db, { userId: ann.id, domainIds: [domainId], level: 'subject' });
    expect(await published()).toEqual(['other at 1', 'untitled at 0']);
    await protect('anna@law.example', 'nothing');
    expect(await published()).toEqual(['other at 1']);
    await protect('anna@law.example', 'activity');
    expect(await published()).toEqual(['other at 1', 'untitled at 0']);
  });

  test('that another one in the conversation is stricter than does not loosen it', async () => {
    await capture(
      mailWith('both', ['anna@law.example', 'max@tax.example']),
      mailWith('tax', ['max@tax.example']),
    );
    await protect('anna@law.example', 'activity');
    await protect('tax.example', 'nothing');
    expect(await published()).toEqual([]);
    await end('tax.example');
    expect(await published()).toEqual(['tax', 'untitled at 0']);
  });

  test('counts however it takes part, before and after it is protected', async () => {
    const openly = (email: string, role: 'to' | 'cc' = 'to') => ({
      participants: [acme, person(email, role)],
    });
    const cases: [typed: string, mail: Partial<ReturnType<typeof sampleMail>>][] = [
      ['anna@bcc.example', { bcc: [{ ...person('anna@bcc.example'), role: 'other' }] }],
      ['anna@cc.example', openly('anna@cc.example', 'cc')],
      [
        'anna@from.example',
        { participants: [{ ...acme, email: 'anna@from.example' }, person(acme.email)] },
      ],
      ['anna@tag.example', openly('anna+taxes@tag.example')],
      ['anna+x@typed.example', openly('anna@typed.example')],
      ['noreply@machine.example', openly('noreply+12@machine.example')],
      ['anna@capitals.example', openly('ANNA@CAPITALS.EXAMPLE')],
      ['domain.example', openly('anna@domain.example')],
      ['@above.example', openly('anna@mail.above.example')],
      ['bücher.example', openly('anna@xn--bcher-kva.example')],
    ];
    const mails = (title: string) =>
      cases.map(([typed, given]) => sampleMail({ title: `${title} ${typed}`, ...given }));
    const other = mailWith('other', ['jo@outdomain.example', 'joanna@cc.example']);
    await capture(...mails('before'), other);
    for (const [typed] of cases) expect((await protect(typed)).status).toBe(200);
    expect(await published()).toEqual(['other']);
    await capture(...mails('after'));
    expect(await published()).toEqual(['other']);
    expect((await listed())[0]).toMatchObject({ address: 'bücher.example', activityCount: 2 });
  });

  test('counts among more recipients than are stored, and in both forms of a letter', async () => {
    const many = Array.from({ length: 1_100 }, (_, at) => `m${at}@law.example`);
    await protect('anna@law.example');
    await protect('kim@bcc.example');
    await protect('jürgen@form.example');
    await capture(
      mailWith('openly', [...many, 'Anna+Tax@Law.example']),
      mailWith('reply', [], 'openly'),
      {
        ...mailWith('hidden', []),
        bcc: [...many.map((one) => `${one}.bcc.example`), 'kim@bcc.example', ...many].map(
          (email) => ({
            ...person(email),
            role: 'other' as const,
          }),
        ),
      },
      { ...mailWith('reply to', []), further: ['Anna@law.example'] },
      { ...mailWith('hidden too', []), furtherBcc: ['kim@bcc.example'] },
      mailWith('letters', ['ju\u0308rgen@form.example']),
      mailWith('other', many),
    );
    expect(await published()).toEqual(['other']);
  });

  test('counts among the attendees of a meeting, with each copy of it', async () => {
    const meeting = sampleMeeting({ title: 'Board' });
    await capture({
      ...meeting,
      participants: [...meeting.participants, person('anna@law.example')],
    });
    await capture({ ...meeting, externalId: 'in a file' });
    expect(await published()).toEqual(['Board']);
    await protect('law.example');
    expect(await published()).toEqual([]);
    await capture({ ...meeting, externalId: 'in another file' });
    expect(await published()).toEqual([]);
  });

  test('is stricter than a conversation or a domain that is shared later, also of an account that tracks it', async () => {
    await capture(mailWith('lawyer', ['anna@law.example']));
    await protect('law.example');
    const { data } = await tracking(app).importOne(ann.token, 'law.example', workspaceId);
    accountId = data.results[0]?.workspaceAccount?.id ?? '';
    expect(await published()).toEqual([]);
    await end('law.example');
    expect(await published()).toEqual(['lawyer']);
  });

  test('keeps a conversation protected whose email with it was deleted', async () => {
    await capture(mailWith('lawyer', ['anna@law.example']), mailWith('reply', [], 'lawyer'));
    await protect('law.example');
    const from = { ownerId: ann.id, provider: 'gmail', source: ann.email };
    await app.db.transaction().execute((tx) => removeCaptured(tx, from, ['lawyer']));
    expect(await published()).toEqual([]);
    await capture(mailWith('again', [], 'reply'));
    expect(await published()).toEqual([]);
  });

  test('is protected while a colleague’s withdrawal has left its conversations to be shown again', async () => {
    await capture(mailWith('legal', ['lee@law.example']));
    const captured = await app.db
      .selectFrom('captured_activities')
      .select('activity_key')
      .where('owner_id', '=', ann.id)
      .execute();
    const touched = captured.map(({ activity_key: activityKey }) => ({
      workspaceId,
      accountId,
      activityKey,
    }));
    await requestActivities(app.db, ann.id, touched);
    expect((await protect('law.example')).status).toBe(200);
    expect(await published()).toEqual([]);
    await requestActivities(app.db, ann.id, touched);
    await requestProtectionUpdates(app.db, workspaceId);
    expect(await takeProtectionUpdates(app.db, () => false, workspaceId)).toEqual({
      isComplete: true,
    });
    await takeRemainingSteps(app.db);
    expect(await published()).toEqual([]);
  });

  test('of one user leaves a colleague’s copy theirs to share', async () => {
    const mail = mailWith('both', ['anna@law.example']);
    await tracking(app).importOne(bob.token, 'acme.com');
    const tracked = await tracking(app).trackedBy(bob.token);
    await app.call('POST /api/accounts/domains/share', {
      token: bob.token,
      body: { domainId: tracked[0]?.id ?? '', workspaceId },
    });
    await capture(mail);
    await tracking(app).capture(bob, [mail]);
    await protect('law.example');
    const { rows } = await sql<{ userId: string }>`
      select user_id as "userId" from account_activity_contributors
      where account_id = ${accountId}`.execute(app.db);
    expect(rows).toEqual([{ userId: bob.id }]);
    expect(await listed(bob)).toEqual([]);
  });
});

describe('many conversations with one address', () => {
  const count = 7;
  const atOnce = 3;
  const many = () =>
    capture(
      ...Array.from({ length: count }, (_, index) => mailWith(`m${index}`, ['anna@law.example'])),
      mailWith('other', []),
    );
  const protectMany = () =>
    protectAddress(app.db, ann.id, { address: 'law.example', shares: 'nothing' }, atOnce);
  const setLevel = (level: 'subject' | 'full') =>
    setShareLevels(app.db, { userId: ann.id, domainIds: [domainId], level });
  /** What a colleague reads. */
  const read = async () => {
    const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
      token: bob.token,
      params: { accountId },
      query: {},
    });
    return [...new Set(data.activities.map((one) => one.title || 'untitled'))].sort();
  };

  test('are read by no one before the response, and leave in steps', async () => {
    await many();
    await protectMany();
    expect(await read()).toEqual(['other']);
    await endProtection(app.db, ann.id, 'law.example', atOnce);
    expect((await published()).length).toBe(count + 1);
  });

  test('stay unread where no step is possible, also while the level of the share is raised', async () => {
    await many();
    await sql`
      create function refuse_steps() returns trigger language plpgsql as
      $$ begin raise exception 'no step' using errcode = '57P01'; end $$`.execute(app.db);
    await sql`
      create trigger refuse_steps before delete or update on account_activities
      for each row execute function refuse_steps()`.execute(app.db);
    await protectMany();
    expect(await read()).toEqual(['untitled']);
    await setLevel('subject');
    await setLevel('full');
    expect(await read()).toEqual(['untitled']);
    await sql`drop trigger refuse_steps on account_activities`.execute(app.db);
    await sql`drop function refuse_steps`.execute(app.db);
    await takeRemainingSteps(app.db);
    expect(await read()).toEqual(['other']);
  });
});

describe('what cannot be protected', () => {
  test('is refused', async () => {
    const separators = ['anna@law.example bob@law.example', 'a@law.example,b@law.example'];
    const odd = ['', 'law', 'anna@', '@', '\u0000@law.example', 'x'.repeat(300), ...separators];
    for (const address of odd) expect((await protect(address)).status, address).toBe(400);
    expect(await listed()).toEqual([]);
  });

  test('is one’s own address or the domain that it is at', async () => {
    const { status } = await protect(ann.email);
    expect(status).toBe(400);
    expect((await protect(ann.email.split('@')[1] ?? '')).status).toBe(400);
  });

  test('is more than the limit, and one that is protected already can still change', async () => {
    const given = Array.from(
      { length: limits.protectedAddresses },
      (_, index) => `a${index}@law.example`,
    );
    await sql`
      insert into protected_addresses (owner_id, address, level)
      select ${ann.id}, address, -1 from unnest(${given}::text[]) as given(address)`.execute(
      app.db,
    );
    expect(await protect('one@more.example')).toMatchObject({ status: 409 });
    expect((await protect('a0@law.example', 'activity')).status).toBe(200);
  });

  test('is not another user’s to end', async () => {
    await protect('law.example');
    expect((await end('law.example', bob)).status).toBe(404);
    expect(await listed()).toHaveLength(1);
  });
});
