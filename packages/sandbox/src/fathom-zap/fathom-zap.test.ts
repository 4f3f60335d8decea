import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Sandbox } from '../start-sandbox.ts';
import { control } from '../testing/control.ts';
import { startTestSandbox } from '../testing/start-test-sandbox.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

interface Received {
  authorization: string | undefined;
  contentType: string | undefined;
  payload: Record<string, unknown>;
}

interface Sent {
  payload: unknown;
  deliveries: { status: number | null; body: string }[];
}

let sandbox: Sandbox;
let webhookUrl: string;
let received: Received[];
/** The most requests that were under way at once. */
let together: number;

beforeEach(async () => {
  sandbox = await startTestSandbox({ now: () => now });
  received = [];
  together = 0;
  let underWay = 0;
  const server = createServer((request, response) => {
    underWay += 1;
    together = Math.max(together, underWay);
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      received.push({
        authorization: request.headers.authorization,
        contentType: request.headers['content-type'],
        payload: JSON.parse(text) as Record<string, unknown>,
      });
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(received.length > 3 ? 401 : 202).end('<taken>');
      }, 20);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});

const send = (body: object) =>
  control<Sent>(sandbox.url, 'POST', 'fathom/send', { webhookUrl, token: 'secret', ...body });

describe('a Zap', () => {
  it('sends flat strings', async () => {
    const sent = await send({ shape: 'flat', recording: { id: '7', title: 'Talk' } });
    expect(sent.deliveries).toEqual([{ status: 202, body: '<taken>' }]);
    expect(received).toEqual([
      { authorization: 'Bearer secret', contentType: 'application/json', payload: sent.payload },
    ]);
    expect(sent.payload).toMatchObject({
      id: '7',
      meeting_title: 'Talk',
      meeting_scheduled_start_time: '2026-03-10T11:30:00.000Z',
      meeting_scheduled_end_time: '2026-03-10T12:00:00.000Z',
      meeting_invitees_name: 'Casey Client',
      meeting_invitees_email: 'casey@acme.com',
      fathom_user_email: 'ann@example.org',
      fathom_user_name: 'Ann Arbor',
      recording_share_url: 'https://fathom.video/share/7',
      recording_duration_in_minutes: '30',
    });
    expect(Object.values(received[0]?.payload ?? {}).map((value) => typeof value)).toEqual(
      Array.from({ length: 13 }, () => 'string'),
    );
  });

  it('sends nested fields', async () => {
    await send({ shape: 'nested', recording: { id: '7', title: 'Talk' } });
    expect(received[0]?.payload).toMatchObject({
      topic: 'Talk',
      shareId: '7',
      recording: { duration_in_minutes: 30 },
      meeting: { title: 'Talk', invitees: [{ email: 'casey@acme.com' }] },
      fathom_user: { email: 'ann@example.org' },
    });
  });

  it('sends what Fathom’s own webhook would', async () => {
    await send({ shape: 'own', recording: { id: '7', title: 'Talk' } });
    expect(received[0]?.payload).toMatchObject({
      title: 'Talk',
      recording_id: 7,
      transcript: [
        { speaker: { display_name: 'Ann Arbor' }, timestamp: '00:00:00' },
        { speaker: { matched_calendar_invitee_email: 'casey@acme.com' }, timestamp: '00:00:04' },
      ],
      default_summary: { markdown_formatted: expect.stringContaining('## Summary') as string },
      action_items: [{ description: 'Send the price list', assignee: { name: 'Ann Arbor' } }],
      calendar_invitees: [{ email_domain: 'acme.com', is_external: true }],
      recorded_by: { email: 'ann@example.org' },
    });
  });

  it('sends any other payload as it is', async () => {
    await send({ payload: { When: 'sometime' } });
    expect(received[0]?.payload).toEqual({ When: 'sometime' });
  });

  it('sends the same several times, one after the other or at once', async () => {
    const sent = await send({ shape: 'own', times: 3 });
    expect(received.map(({ payload }) => payload)).toEqual([
      sent.payload,
      sent.payload,
      sent.payload,
    ]);
    expect(together).toBe(1);
    await send({ shape: 'own', times: 3, together: true });
    expect(together).toBeGreaterThan(1);
  });

  it('says when no one answers', async () => {
    const { deliveries } = await send({ shape: 'flat', webhookUrl: 'http://127.0.0.1:1/' });
    expect(deliveries).toMatchObject([
      { status: null, body: expect.stringMatching(/\w+/) as string },
    ]);
  });

  it.each(['https://example.org/', 'file:///etc/passwd', 'nonsense', 'http://127.evil.example/'])(
    'sends nothing to %s',
    async (elsewhere) => {
      await expect(send({ shape: 'flat', webhookUrl: elsewhere })).rejects.toThrow('this machine');
    },
  );

  it('asks for a shape that it knows', async () => {
    await expect(send({ shape: 'round' })).rejects.toThrow('flat, nested, own');
  });
});

describe('the page', () => {
  const press = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${sandbox.url}/sandbox/fathom`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });
    return { status: answer.status, text: await answer.text() };
  };

  it('can be reached from the front page', async () => {
    const front = await (await fetch(sandbox.url)).text();
    expect(front).toContain('href="/sandbox/fathom"');
    expect(front).toContain(sandbox.firefliesKey('ann@example.org'));
    const page = await (await fetch(`${sandbox.url}/sandbox/fathom`)).text();
    expect(page).toContain('Send a sample recording');
    expect(page).not.toContain('<script');
  });

  it('can be filled in by the address that leads to it', async () => {
    const query = new URLSearchParams({
      webhookUrl,
      authorization: 'Bearer "s',
      recordedBy: 'a@b.example',
    });
    const filled = await (await fetch(`${sandbox.url}/sandbox/fathom?${query}`)).text();
    expect(filled).toContain(`value="${webhookUrl}"`);
    expect(filled).toContain('value="Bearer &quot;s"');
    expect(filled).toContain('value="a@b.example"');
    expect(received).toEqual([]);
  });

  it('sends what was filled in, and shows the answer as text', async () => {
    const { text } = await press({
      webhookUrl,
      authorization: 'Bearer secret',
      title: 'A <b> title',
      recordedBy: 'ann.arbor@example.org',
      invitees: 'casey.client@acme.com, dan@acme.com',
      shape: 'nested',
    });
    expect(received).toMatchObject([
      {
        authorization: 'Bearer secret',
        payload: {
          topic: 'A <b> title',
          fathom_user: { name: 'Ann Arbor', email: 'ann.arbor@example.org' },
          meeting: {
            invitees: [{ name: 'Casey Client' }, { name: 'Dan', email: 'dan@acme.com' }],
          },
        },
      },
    ]);
    expect(text).toContain('The recording was taken.');
    expect(text).toContain('&lt;taken&gt;');
    expect(text).toContain('value="A &lt;b&gt; title"');
  });

  it('says what is wrong with the address', async () => {
    const { status, text } = await press({
      webhookUrl: 'https://example.org/',
      authorization: 'x',
    });
    expect(status).toBe(400);
    expect(text).toContain('this machine');
    expect(received).toEqual([]);
  });

  it('takes nothing from other pages', async () => {
    const { status } = await press({ webhookUrl }, { origin: 'https://evil.example' });
    expect(status).toBe(403);
    expect((await press({ webhookUrl }, { origin: sandbox.url })).status).toBe(200);
  });
});
