import { signIn } from '../src/api-client.ts';
import { connectByConsent } from '../src/connect-by-consent.ts';
import { readMails } from './count-mbox.ts';
import { realMailboxes } from './real-mailboxes.ts';
import { startDemo } from './start-demo.ts';
import { makeAccount, untilSynced } from './track-everything.ts';

/** Longer than a mailbox of thousands takes at Google's rate limit; milliseconds. */
const timeout = 30 * 60_000;

export interface MeasuredGets {
  mails: number;
  /** Emails that are stored in the end, and those that name one of the accounts in the file. */
  stored: number;
  expected: number;
  /**
   * `messages.get`, refused ones included: of discovery, which reads heads, and of all that adding
   * accounts took.
   */
  discovery: number;
  adding: number;
  /** `threads.get`: conversations of which discovery read the heads in one request. */
  threads: number;
  /** Requests that the sandbox refused because a quota was used up. */
  refused: number;
  /** From connecting the mailbox to the end; seconds. */
  seconds: number;
}

type Methods = Record<string, { answered: number; refused: number }>;

/**
 * Connects a mailbox, adds accounts one at a time, each read to its end, and counts at the sandbox
 * how often emails were requested. With the quota, the product respects it by itself.
 *
 * @param accounts how many are added, one after the other.
 */
export async function measureGets(
  folder: string,
  file: string,
  { quota, accounts }: { quota: 'on' | 'off'; accounts: number },
): Promise<MeasuredGets> {
  const address = realMailboxes[0]?.address ?? '';
  const mails = readMails({ address, file });
  const options = ['--mailbox', `${address}=${file}`, '--shift-days=0', `--quota=${quota}`];
  const { ready, end } = await startDemo(folder, options);
  try {
    const user = ready.users.find(({ email }) => email === address);
    const client = await signIn(ready.url, address, user?.password ?? '');
    const requests = async () => {
      const answer = await fetch(`${ready.sandboxUrl}/sandbox/gmail/${address}/requests`);
      return ((await answer.json()) as { methods: Methods }).methods;
    };
    const begun = performance.now();
    await connectByConsent(client, 'gmail', address);
    await untilSynced(client, timeout);
    const discovery = countOf(await requests(), 'messages.get');
    const domains: string[] = [];
    for (const domain of frequentDomains(mails.map(({ everybody }) => everybody))) {
      if (domains.length === accounts) break;
      const made = await makeAccount(client, domain, user?.workspaces[0]?.id ?? '');
      if (made === undefined) continue;
      domains.push(domain);
      await untilSynced(client, timeout);
    }
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const methods = await requests();
    const isNamed = (one: string) =>
      domains.some((domain) => one.endsWith(`@${domain}`) || one.endsWith(`.${domain}`));
    const [integration] = (await client.call('GET /api/integrations')).integrations;
    const params = { id: integration?.id ?? '' };
    await client.call('POST /api/integrations/{id}/completeness', { params });
    await untilSynced(client, timeout);
    const { days } = await client.call('GET /api/integrations/{id}/completeness', { params });
    return {
      mails: mails.length,
      stored: days.reduce((sum, { stored }) => sum + stored, 0),
      expected: mails.filter(({ everybody }) => everybody.some(isNamed)).length,
      discovery,
      adding: countOf(methods, 'messages.get') - discovery,
      threads: countOf(methods, 'threads.get'),
      refused: Object.values(methods).reduce((sum, { refused }) => sum + refused, 0),
      seconds,
    };
  } finally {
    await end('SIGTERM');
  }
}

const countOf = (methods: Methods, method: string): number => {
  const { answered = 0, refused = 0 } = methods[method] ?? {};
  return answered + refused;
};

/** Those that most emails name first. */
function frequentDomains(mails: readonly string[][]): string[] {
  const counts = new Map<string, number>();
  for (const addresses of mails) {
    const domains = addresses.map((one) => one.slice(one.lastIndexOf('@') + 1));
    for (const domain of new Set(domains)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts]
    .filter(([domain]) => /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(domain))
    .sort(([, one], [, other]) => other - one)
    .map(([domain]) => domain);
}
