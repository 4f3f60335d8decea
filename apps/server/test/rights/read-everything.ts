import type { EndpointName } from '@repo/contract/endpoints';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { expect } from 'vitest';
import { createDigestCache } from '#modules/notifications/digest/read-digest.ts';
import { readDigestMail, surfaces } from './level-surfaces.ts';
import { needles, type SharedAtLevel } from './shared-at-level.ts';

const names = Object.keys(surfaces) as EndpointName[];

/** The responses of every surface to the colleague, as text, by endpoint; and the email. */
export async function readEverything(shared: SharedAtLevel, cache = createDigestCache()) {
  const read = new Map<string, string>();
  for (const name of names) {
    const texts: string[] = [];
    for (const asked of surfaces[name]?.(shared) ?? []) {
      const url = urlOf(name, asked);
      const { body, statusCode } = await shared.app.app.inject({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${shared.bob.token}` },
      });
      expect(statusCode, `${url}: ${body}`).not.toBe(422);
      expect(statusCode, `${url}: ${body}`).toBeLessThan(500);
      texts.push(body);
    }
    read.set(name, texts.join('\n'));
  }
  read.set('digest', await readDigestMail(shared, cache));
  return read;
}

function urlOf(
  name: EndpointName,
  { params = {}, query = {} }: { params?: object; query?: object },
) {
  const path = Object.entries(params).reduce<string>(
    (url, [key, value]) => url.replace(`{${key}}`, encodeURIComponent(String(value))),
    name.slice('GET '.length),
  );
  return `${path}?${new URLSearchParams(query as Record<string, string>).toString()}`;
}

/** What a response has of what a level withholds. */
export const foundIn = (text: string, words: readonly string[]): string[] =>
  words.filter((word) => text.toLowerCase().includes(word.toLowerCase()));

export const withheldAt: Record<ShareLevel, readonly string[]> = {
  activity: [...needles.subject, ...needles.full],
  subject: needles.full,
  full: [],
};

/** The words that a search of the colleague finds something by. */
export async function findHits({ app, bob, workspaceId }: SharedAtLevel, words: readonly string[]) {
  const found: string[] = [];
  for (const q of words.filter((word) => /^[a-z]+$/.test(word))) {
    const { data } = await app.call('GET /api/workspaces/{workspaceId}/activities/search', {
      token: bob.token,
      params: { workspaceId },
      query: { q },
    });
    if (data.results.length > 0) found.push(q);
  }
  return found;
}
