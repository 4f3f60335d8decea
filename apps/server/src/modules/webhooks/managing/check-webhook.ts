import { limits } from '@repo/contract/limits';
import { nameProblem } from '@repo/contract/name';
import { isIP } from 'node:net';
import type { Config } from '#src/config.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { createServerGuard } from '#platform/net/server-guard.ts';

/** Refuses what cannot be a webhook. @throws AppError `VALIDATION_FAILED` */
export async function requireValidWebhook(
  config: Pick<Config, 'webhookPrivateNetworks'>,
  { name, url, events }: { name: string; url: string; events: readonly string[] },
): Promise<void> {
  requireValid({
    name: nameProblem(name),
    url: await urlProblem(config, url),
    events: events.length === 0 ? 'Choose at least one event' : undefined,
  });
}

/** Names are resolved before each attempt; an address in the URL is checked at once, too. */
async function urlProblem(
  { webhookPrivateNetworks }: Pick<Config, 'webhookPrivateNetworks'>,
  text: string,
): Promise<string | undefined> {
  if (text === '') return 'Enter the address that the events are sent to';
  if (text.length > limits.webhookUrlLength)
    return `The address must be at most ${limits.webhookUrlLength} characters`;
  if (!URL.canParse(text)) return 'Enter a whole address, such as https://example.com/webhook';
  const url = new URL(text);
  const isPrivateAllowed = webhookPrivateNetworks.length > 0;
  if (url.protocol !== 'https:' && !(isPrivateAllowed && url.protocol === 'http:'))
    return 'The address must begin with https://';
  if (url.username !== '' || url.password !== '')
    return 'The address must not contain a name or a password. The signature proves who sends';
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) === 0) return undefined;
  const guard = createServerGuard({
    resolveHost: () => Promise.reject(new Error('An address is not resolved.')),
    setting: 'WEBHOOK_PRIVATE_NETWORKS',
    privateNetworks: webhookPrivateNetworks,
  });
  return guard({ host, port: 443 }, AbortSignal.timeout(1_000)).then(
    () => undefined,
    (error: Error) => error.message,
  );
}
