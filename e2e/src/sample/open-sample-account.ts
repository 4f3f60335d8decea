import type { Page } from '@playwright/test';
import { addDays, businessDayOf } from '../../../packages/domain/src/time/business-day.ts';
import { onlyPerson, openAs, type TestEnvironment } from '../journey.ts';
import type { TestUser, Team } from '../environment/team.ts';
import { everyType, sampleAccountDetail, today } from './sample-timeline.ts';

export const days: Record<string, number> = { '3W': 21, '6W': 42, '12W': 84 };

export interface OpenedAccount {
  team: Team;
  person: TestUser;
  /** The path of the page, without its query. */
  path: string;
  api: string;
  /** The queries with which the timeline was requested. */
  asked: URLSearchParams[];
}

/**
 * Opens the page of an account of a server that gives what the specification names, and no more:
 * the account, and whole windows of its timeline.
 */
export async function openSampleAccount(
  page: Page,
  environment: TestEnvironment,
  { search = '', activities = everyType as readonly { occurredAt: string }[] } = {},
): Promise<OpenedAccount> {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  const path = `/${team.organization.slug}/${team.workspace.slug}/accounts/${sampleAccountDetail.id}`;
  const api = `/api/accounts/${sampleAccountDetail.id}`;
  const asked: URLSearchParams[] = [];
  await page.route(
    ({ pathname }) => pathname === api,
    (route) =>
      route.fulfill({ json: { success: true, data: { workspaceAccount: sampleAccountDetail } } }),
  );
  await page.route(
    ({ pathname }) => pathname === `${api}/timeline`,
    (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams);
      const end = searchParams.get('end_date') ?? today;
      const start = addDays(end, 1 - (days[searchParams.get('range') ?? ''] ?? 21));
      const within = activities.filter(({ occurredAt }) => {
        const day = businessDayOf(new Date(occurredAt));
        return day >= start && day <= end;
      });
      return route.fulfill({ json: { success: true, data: { activities: within } } });
    },
  );
  await openAs(page, person, path + search);
  return { team, person, path, api, asked };
}
