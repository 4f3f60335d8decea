import type { KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { findMatchingDomains } from './find-matching-domains.ts';

test('reads the domains of many participants in parts, and finds those in each part', async () => {
  const { db, make, close } = await createTestApp();
  onTestFinished(close);
  const { id } = await make.person();
  const tracked = ['acme.com', 'late.example'];
  await importDomains(db, id, { domains: tracked, source: 'manual' });
  let queries = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const at = (email: string) => ({ name: '', email, role: 'to' as const });
  const many = Array.from({ length: 5_000 }, (_, index) => at(`ann@home${index}.example`));
  const everyone = [at('jo@Linux.ACME.com'), at('nobody'), ...many, at('kim@late.example.')];
  const match = await findMatchingDomains(db.withPlugin(counting), id, everyone);
  const found = (participants: typeof everyone) => match(participants).map(({ domain }) => domain);
  expect(found(everyone)).toEqual(tracked);
  expect(found(many)).toEqual([]);
  expect(found([at('x@Linux.ACME.com'), at('y@Linux.ACME.com')])).toEqual(['acme.com']);
  expect(queries).toBe(6);
});
