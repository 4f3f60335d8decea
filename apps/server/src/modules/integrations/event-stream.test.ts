import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';

let lab: SyncLab;
let ann: MadePerson;
let address: string;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: mailbox });
  address = await lab.app.listen({ host: '127.0.0.1', port: 0 });
});

/** Reads the stream; `heard` returns everything received so far. */
async function listen(lastEventId?: string, person = ann) {
  const request = get(`${address}/api/integrations/events`, {
    agent: false,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let heard = '';
  answer.setEncoding('utf8').on('data', (part: string) => (heard += part));
  answer.on('error', () => undefined);
  return { answer, heard: () => heard, leave: () => request.destroy() };
}

/**
 * Waits until the feed has polled twice more for all subscribers of a user: events of the first
 * poll have arrived by the second.
 */
async function twoLooksLater(person = ann): Promise<void> {
  for (const _ of [1, 2]) {
    const newcomer = await listen(undefined, person);
    await expect.poll(newcomer.heard).toContain('event: integrations');
    newcomer.leave();
  }
}

async function makeAccount(workspaceId: string, domain: string) {
  const body = { domains: [domain], source: 'manual' as const, name: domain, workspaceId };
  const { status } = await lab.call('POST /api/accounts/import', { token: ann.token, body });
  expect(status).toBe(200);
}

const lastId = (heard: string) =>
  heard
    .match(/^id: (.+)$/gm)
    ?.at(-1)
    ?.slice(4);

describe('what integrations do, as it happens', () => {
  it('is sent immediately and on each change, to its owner alone', async () => {
    const { answer, heard, leave } = await listen();
    expect(answer.headers['content-type']).toContain('text/event-stream');
    await expect.poll(heard).toContain('{"integrations":[],"connections":[]}');
    await lab.connect(await lab.make.person());
    await lab.connect(ann);
    await expect.poll(heard).toContain('"provider":"gmail"');
    expect(heard().match(/event: integrations/g)).toHaveLength(2);
    leave();
  });

  it('is not sent again to a client that reconnects before a change', async () => {
    await lab.connect(ann);
    const first = await listen();
    await expect.poll(() => lastId(first.heard())).toMatch(/^\w+$/);
    first.leave();
    const again = await listen(lastId(first.heard()));
    await twoLooksLater();
    expect(again.heard()).not.toContain('event:');
    await lab.connect(ann, { provider: 'google_calendar' });
    await expect.poll(again.heard).toContain('"provider":"google_calendar"');
    again.leave();
  });

  it('continues after a restart of the server at the same event', async () => {
    await lab.connect(ann);
    const first = await listen();
    await expect.poll(() => lastId(first.heard())).toMatch(/^\w+$/);
    await lab.app.close();
    // The stream ends cleanly, and a client that reconnects sends the id of the last event.
    await expect.poll(() => first.answer.complete).toBe(true);
    const next = await createTestApp({ replace: { db: lab.db }, providers: lab.providers });
    onTestFinished(async () => {
      await next.app.close();
    });
    address = await next.app.listen({ host: '127.0.0.1', port: 0 });
    const again = await listen(lastId(first.heard()));
    await twoLooksLater();
    expect(again.heard()).not.toContain('event:');
    await sql`update integrations set last_error = 'while it was away'`.execute(lab.db);
    await expect.poll(again.heard).toContain('while it was away');
    again.leave();
  });

  it('makes a connection due that was synced 100 seconds ago', async () => {
    await lab.connect(ann);
    await sql`update integrations set cursor = '{}', due_at = now() + interval '500 seconds'`.execute(
      lab.db,
    );
    const { leave } = await listen();
    await expect
      .poll(async () => {
        const { rows } = await sql`select from integrations where due_at <= now()`.execute(lab.db);
        return rows.length;
      })
      .toBe(1);
    leave();
  });

  it('starts from the beginning after an unknown event id', async () => {
    const { heard, leave } = await listen('made-up');
    await expect.poll(heard).toContain('{"integrations":[],"connections":[]}');
    leave();
  });

  it('tells all members, and no one else, that accounts of a workspace changed', async () => {
    const workspace = await lab.make.workspace();
    const [bob, stranger] = [await lab.make.person(), await lab.make.person()];
    for (const { id } of [ann, bob]) await lab.make.membership(workspace.id, id);
    const readers = [await listen(undefined, bob), await listen(undefined, stranger)];
    const [bobs, strangers] = readers;
    for (const { heard } of readers) {
      await expect.poll(heard).toContain('event: integrations');
    }
    // The current state is already known to him: only a change is sent.
    expect(bobs?.heard()).not.toContain('event: accounts');
    await makeAccount(workspace.id, 'first.example');
    await expect.poll(() => bobs?.heard()).toContain('event: accounts');
    bobs?.leave();

    const again = await listen(lastId(bobs?.heard() ?? ''), bob);
    await twoLooksLater(bob);
    expect(again.heard()).not.toContain('event:');
    again.leave();
    await makeAccount(workspace.id, 'second.example');
    const later = await listen(lastId(bobs?.heard() ?? ''), bob);
    await expect.poll(later.heard).toContain('event: accounts');
    expect(later.heard()).not.toContain('event: integrations');
    expect(strangers?.heard()).not.toContain('event: accounts');
    for (const { leave } of [later, ...readers]) leave();
  });

  it('sends a new subscriber what changed while the page was loading', async () => {
    const workspace = await lab.make.workspace();
    await lab.make.membership(workspace.id, ann.id);
    await makeAccount(workspace.id, 'first.example');
    const soon = await listen();
    await expect.poll(soon.heard).toContain('event: accounts');
    soon.leave();
    // A change from some time ago is already included in what the page has read.
    await sql`
      update workspace_changes set changed_at = ${new Date(Date.now() - 60_000)}`.execute(lab.db);
    const later = await listen();
    await expect.poll(later.heard).toContain('event: integrations');
    await twoLooksLater();
    expect(later.heard()).not.toContain('event: accounts');
    later.leave();
  });

  it('needs a session', async () => {
    expect((await lab.app.inject('/api/integrations/events')).statusCode).toBe(401);
  });

  it('ends with the session', async () => {
    const { answer, heard, leave } = await listen();
    await expect.poll(heard).toContain('event: integrations');
    await lab.call('POST /api/auth/logout', { token: ann.token });
    await expect.poll(() => answer.complete).toBe(true);
    leave();
  });

  it('is not open to one person in any number of windows', async () => {
    const windows = await Promise.all(Array.from({ length: 22 }, () => listen()));
    const refused = windows.filter(({ answer }) => answer.statusCode === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.answer.headers['retry-after']).toBe('30');
    const other = await lab.make.person();
    expect((await listen(undefined, other)).answer.statusCode).toBe(200);
    for (const { leave } of windows) leave();
    await expect.poll(async () => (await listen()).answer.statusCode).toBe(200);
  });
});
