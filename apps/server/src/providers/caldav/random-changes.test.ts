import { expect, it, onTestFinished } from 'vitest';
import { runCalendarChanges } from '#test/calendar-servers/run-calendar-changes.ts';
import { missingCalendars } from '#test/calendar-servers/start-calendars.ts';
import { createTestDatabase } from '#test/create-test-database.ts';
import { isLong } from '#test/long-tests.ts';

// `npm run proof -- mail-servers` makes hundreds.
it.runIf(isLong && missingCalendars === undefined).each([
  ['radicale', false],
  ['radicale', true],
  ['xandikos', false],
] as const)(
  'calendars on %s are stored as they are after random changes (without tokens: %s)',
  { timeout: 240_000 },
  async (server, hasNoTokens) => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const { differences, comparisons, stored } = await runCalendarChanges({
      databaseUrl: database.url,
      server,
      hasNoTokens,
      changes: 60,
      every: 15,
      kills: 1,
      seed: 7,
    });
    expect(differences).toEqual([]);
    expect(comparisons).toBe(4);
    expect(stored).toBeGreaterThan(10);
  },
);
