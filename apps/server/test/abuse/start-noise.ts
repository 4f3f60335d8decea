import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@repo/contract/limits';
import type { Target } from './connections.ts';
import { type FairUseWorld, largeDomain } from './fair-use-world.ts';
import { send, type TimedRequest, type TimedResponse } from './timed-request.ts';

const atOnce = 20;
/** Timeout of the last requests after the end of the noise; longer ones are aborted. */
const endMs = 10_000;

/**
 * Sends the most expensive requests that a member can send, twenty at a time; each response is
 * followed by a request of the next kind.
 */
export function startNoise(target: Target, world: FairUseWorld): { end: () => Promise<string> } {
  const kinds = expensiveRequests(world);
  const answered = new Map<string, TimedResponse[]>();
  const signal = { isOn: true };
  const cut = new AbortController();
  let cutRequests = 0;
  const lanes = Array.from({ length: atOnce }, async (_, lane) => {
    for (let at = lane; signal.isOn; at += 1) {
      const [what, request] = kinds[at % kinds.length] ?? [];
      if (what === undefined || request === undefined) return;
      const options = { keepsText: false, signal: cut.signal };
      // Also when the server is gone: the requests of the other member report that.
      const response = await send(target, request, options).catch(() => {
        cutRequests += 1;
      });
      if (response === undefined) await sleep(100);
      else answered.set(what, [...(answered.get(what) ?? []), response]);
    }
  });
  return {
    async end() {
      signal.isOn = false;
      const timer = setTimeout(() => cut.abort(), endMs);
      await Promise.all(lanes);
      clearTimeout(timer);
      for (const [what, responses] of answered) {
        const statuses = [...Map.groupBy(responses, ({ status }) => status)]
          .map(([status, all]) => `${all.length} × ${status}`)
          .join(', ');
        process.stderr.write(`  noise: ${what}: ${statuses}\n`);
      }
      const all = [...answered.values()].flat();
      const done = all.filter(({ status }) => status === 200).length;
      return `${kinds.length} kinds, ${all.length} answered, ${done} of them done and the others refused, ${cutRequests} cut`;
    },
  };
}

function expensiveRequests({ workspaceId, accountIds, noisy }: FairUseWorld) {
  const { token, domainIds } = noisy;
  const large = `/api/accounts/${accountIds[largeDomain]}`;
  const accounts = `/api/workspaces/${workspaceId}/accounts`;
  const share = { domainId: domainIds[largeDomain], workspaceId };
  const domains = Array.from({ length: limits.trackedDomains - 10 }, (_, at) => `d${at}.example`);
  const get = (path: string) => ({ method: 'GET', path });
  const requests: Record<string, Omit<TimedRequest, 'token'>> = {
    'all tracked domains': get('/api/accounts?type=domains'),
    'all accounts': get(`${accounts}?includeTimeline=true`),
    'a whole timeline': get(`${large}/timeline?range=12W`),
    'an import of 9,990 domains': {
      method: 'POST',
      path: '/api/accounts/import',
      body: { domains },
    },
    'an import of 4 MB': {
      method: 'POST',
      path: '/api/accounts/import',
      body: { domains: ['a'.repeat(limits.importBodyBytes - 100)] },
    },
    unshare: { method: 'DELETE', path: '/api/accounts/domains/unshare', body: share },
    share: { method: 'POST', path: '/api/accounts/domains/share', body: share },
    'a page of accounts': get(`${accounts}?includeTimeline=true&limit=500&offset=40000`),
    'a search': get(`${accounts}?includeTimeline=true&limit=500&search=follows`),
    'a search by balance': get(`${accounts}?limit=500&balance=internal&search=o`),
    'a page of tracked domains': get('/api/accounts?type=domains&limit=500'),
    'a page of a timeline': get(`${large}/timeline?range=12W&limit=500`),
    participants: get(`${large}/participants?range=12W`),
    people: get(`${accounts}/people`),
  };
  return Object.entries(requests).map(([what, request]) => [what, { ...request, token }] as const);
}
