import { setTimeout as sleep } from 'node:timers/promises';
import type * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';

/** The number of passwords that were checked. */
const checked = vi.hoisted(() => ({ count: 0, beforeRight: 0 }));

// Verifying takes long enough for a queue to build up, and records when the correct password was
// verified.
vi.mock('@node-rs/argon2', async (importActual) => ({
  ...(await importActual<typeof argon2>()),
  verify: async (_hash: string, text: string) => {
    const isRight = text === knownPassword;
    if (isRight) checked.beforeRight = checked.count;
    checked.count += 1;
    await sleep(20);
    return isRight;
  },
}));

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const attempts = 600;
const atOnce = 50;
const home = '198.51.100.1';

/**
 * The short form of the attack in `npm run proof -- abuse`: half of the guesses are for the owner, the
 * others for emails that no one has. The wait is measured as the number of passwords that were
 * checked before.
 */
test.each([
  { networks: 1, guesses: 10, firstRound: 0 },
  { networks: 60, guesses: 220, firstRound: 60 },
])(
  'during an attack from $networks networks its target signs in at once',
  async ({ networks, guesses, firstRound }) => {
    const owner = await app.make.person();
    const signIn = (email: string, password: string, from: string) =>
      app.call('POST /api/auth/login', { body: { email, password }, from });
    expect((await signIn(owner.email, knownPassword, home)).status).toBe(200);

    let begun = 0;
    const isOver = () => begun >= attempts;
    let guessed = 0;
    const attackers = Array.from({ length: atOnce }, async () => {
      while (!isOver()) {
        const at = (begun += 1);
        const isForOwner = Math.floor(at / networks) % 2 === 0;
        const email = isForOwner ? owner.email : `no${at}@example.org`;
        const { status } = await signIn(email, 'wrong', `10.${networks % 256}.0.${at % networks}`);
        if (isForOwner && status === 401) guessed += 1;
      }
    });
    const waits: number[] = [];
    const ownerTries = async () => {
      for (let at = 0; !isOver(); at += 1) {
        // Every other attempt comes from a network of its own.
        const from = at % 2 === 0 ? home : `203.0.${networks % 256}.${at}`;
        const isFirstRound = begun <= firstRound + atOnce;
        const before = checked.count;
        const { status } = await signIn(owner.email, knownPassword, from);
        expect(status).toBe(200);
        if (!isFirstRound) waits.push(checked.beforeRight - before);
      }
    };
    await Promise.all([...attackers, ownerTries()]);

    expect(guessed).toBeGreaterThan(0);
    expect(guessed).toBeLessThanOrEqual(guesses);
    expect(waits.length).toBeGreaterThan(5);
    // Some were checked while the owner's request was read and counted, and two were already
    // running.
    expect(Math.max(...waits)).toBeLessThan(25);
  },
);
