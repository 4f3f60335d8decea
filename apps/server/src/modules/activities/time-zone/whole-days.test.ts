import {
  addDays,
  type BusinessDay,
  businessDayOf,
  startOfBusinessDay,
} from '@repo/domain/time/business-day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { requestTimeZone } from '#modules/workspaces/settings/request-time-zone.ts';
import { actualPublication } from '../publishing/actual-publication.fixture.ts';
import { expectedPublication } from '../publishing/expected-publication.fixture.ts';
import { sampleMeeting } from '../sample-mail.fixture.ts';
import { changeTimeZones } from '../change-time-zones.job.ts';

let app: TestApp;
let workspaceId: string;
let person: MadePerson;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function move(timeZone: string): Promise<void> {
  await requestTimeZone(app.context, commandLineManager, { workspaceId, timeZone });
  await changeTimeZones(app.context);
}

/** The meetings of the account, the latest first, and the days on which the account has activities. */
async function shown() {
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: person.token,
    params: { accountId },
    query: { range: '12W', limit: 10 },
  });
  return {
    meetings: data.activities.map((item) => {
      if (item.type === 'conversation') throw new Error('These are mails.');
      return [item.title, item.startTime, item.endTime, item.isAllDay];
    }),
    days: data.summary?.days.map(({ day }) => day),
  };
}

/** What a search for a word on one day finds. */
async function foundOn(day: BusinessDay, q: string) {
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/activities/search', {
    token: person.token,
    params: { workspaceId },
    query: { q, from: day, until: day },
  });
  return data.results.map(({ title }) => title.text);
}

async function expectRebuilt(): Promise<void> {
  const now = new Date();
  expect(await actualPublication(app.db, accountId)).toEqual(
    await expectedPublication(app.db, accountId, now),
  );
}

test.each(['Pacific/Pago_Pago', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'a meeting of whole days is on these days in %s, also one that is captured there',
  async (timeZone) => {
    workspaceId = (await app.make.workspace()).id;
    person = await app.make.member(workspaceId);
    ({ accountId } = await tracking(app).makeAccount(person, workspaceId));
    const today = businessDayOf(new Date());
    const [fair, congress] = [addDays(today, -10), addDays(today, -20)];
    const timesOf = (day: BusinessDay, zone?: string) =>
      [day, addDays(day, 2)].map((one) => startOfBusinessDay(one, zone));
    const meeting = (title: string, day: BusinessDay) => {
      const [startTime = new Date(), endTime = new Date()] = timesOf(day);
      return sampleMeeting({ title, occurredAt: startTime, startTime, endTime, isAllDay: true });
    };
    const expected = (zone: string) => ({
      meetings: Object.entries({ Fair: fair, Congress: congress }).map(([title, day]) => [
        title,
        ...timesOf(day, zone).map((time) => time.toISOString()),
        true,
      ]),
      days: [congress, fair],
    });

    await tracking(app).capture(person, [meeting('Fair', fair)]);
    await move(timeZone);
    await tracking(app).capture(person, [meeting('Congress', congress)]);
    expect(await shown()).toEqual(expected(timeZone));
    expect(await foundOn(fair, 'fair')).toEqual(['Fair']);
    await expectRebuilt();

    await move('America/New_York');
    expect(await shown()).toEqual(expected('America/New_York'));
    expect(await foundOn(congress, 'congress')).toEqual(['Congress']);
    await expectRebuilt();
  },
);
