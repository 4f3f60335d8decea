import { setTimeout as sleep } from 'node:timers/promises';

/** A server that requests are sent to, and its name in the report. */
export interface Target {
  name: string;
  url: string;
}

export interface Load {
  /** Waits until every request that started before now has completed. */
  settle: () => Promise<void>;
  /** Ends the load; returns how often each endpoint returned which status from which server. */
  end: () => Promise<Map<string, Served>>;
}

/** Requests with the same response. */
export interface Served {
  count: number;
  /** The longest time until a response, without waits for `Retry-After`; milliseconds. */
  maxMs: number;
}

interface LoadOptions {
  /** Used in turns; may change during the load. */
  targets: readonly Target[];
  token: string;
  workspaceId: string;
}

interface Request {
  call: string;
  body?: object;
}

const clients = 4;

/**
 * Runs several clients of one user, each sending one request after the other, every tenth a write.
 * A request that the limits of fair use refuse (429) is sent again when `Retry-After` has passed,
 * once, and is counted by both statuses: "429, then 200". Nothing else is repeated.
 */
export async function serveLoad({ targets, token, workspaceId }: LoadOptions): Promise<Load> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  // Other runs use other domains.
  const run = Date.now().toString(36);
  const answers = new Map<string, Served>();
  const underWay = new Set<Promise<void>>();
  const load = { on: true };
  const accounts = `/api/workspaces/${workspaceId}/accounts`;
  const accountId = await firstAccount(`${targets[0]?.url}${accounts}`, headers);
  const account = `/api/accounts/${accountId}`;
  const reads = [
    '/api/auth/me',
    '/api/workspaces',
    `${accounts}?limit=50`,
    account,
    `${account}/timeline`,
    '/api/accounts?type=domains',
    '/api/integrations',
  ];

  const request = async ({ call, body }: Request, { name, url }: Target) => {
    const method = body ? 'POST' : 'GET';
    let maxMs = 0;
    const send = () => {
      const begun = performance.now();
      const note = () => (maxMs = Math.max(maxMs, performance.now() - begun));
      return fetch(`${url}${call}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
        .then(
          async (answer) => {
            await answer.text();
            return {
              status: String(answer.status),
              wait: Number(answer.headers.get('retry-after')),
            };
          },
          (error: unknown) => ({
            status: `no answer: ${String(error instanceof Error ? error.cause : error)}`,
            wait: 0,
          }),
        )
        .finally(note);
    };
    const first = await send();
    let { status } = first;
    if (status === '429' && first.wait > 0) {
      await sleep(first.wait * 1_000);
      status = `429, then ${(await send()).status}`;
    }
    const route = call.replace(workspaceId, '…').replace(accountId, '…').replace(/\?.*/, '');
    const key = `${name}: ${method} ${route} ${status}`;
    const known = answers.get(key) ?? { count: 0, maxMs: 0 };
    answers.set(key, {
      count: known.count + 1,
      maxMs: Math.max(known.maxMs, maxMs),
    });
  };

  const people = Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; load.on; turn += 1) {
      const domains = [`c${turn}-${client}-${run}.example`];
      const write = { domains, source: 'manual', name: 'Company', workspaceId };
      const target = targets[turn % targets.length];
      if (!target) throw new Error('Nobody is left to ask.');
      const asked = request(
        turn % 10 === 0
          ? { call: '/api/accounts/import', body: write }
          : { call: reads[turn % reads.length] ?? '' },
        target,
      );
      underWay.add(asked);
      await asked.finally(() => underWay.delete(asked));
    }
  });

  return {
    async settle() {
      await Promise.all(underWay);
    },
    async end() {
      load.on = false;
      await Promise.all(people);
      return answers;
    },
  };
}

async function firstAccount(address: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(address, { headers });
  const { data } = (await answer.json()) as { data: { accounts: { id: string }[] } };
  return data.accounts[0]?.id ?? '';
}
