import { configure, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { account, beWide, items, maya, PAGE, sales, today } from './account-samples.ts';
import { mockEndpoint } from './api.ts';
import { renderApp } from './render-app.tsx';

export const ACCOUNT = 'GET /api/accounts/{accountId}';
export const RELATIONSHIP = 'GET /api/accounts/{accountId}/relationship';
export const TIMELINE = 'GET /api/accounts/{accountId}/timeline';

/** For the tests of an account's page: the sample account is there, in a wide window. */
export function setUpAccount(): void {
  // The whole application is built up and laid out by a slow stand-in for a browser.
  configure({ asyncUtilTimeout: 10_000 });
  vi.setConfig({ testTimeout: 30_000 });
  beforeEach(() => {
    beWide(true);
    mockEndpoint(ACCOUNT, () => ({ workspaceAccount: account }));
    mockEndpoint('GET /api/accounts/{accountId}/shares', () => ({
      shares: [],
      hasMore: false,
      ownPrivateMeetings: 0,
    }));
    mockEndpoint(RELATIONSHIP, () => ({ relationship: null }));
    mockEndpoint(TIMELINE, ({ query }) => ({
      activities: query['end_date'] === today ? items : [],
    }));
  });
  afterEach(() => vi.restoreAllMocks());
}

export const openPage = (search = '') =>
  renderApp(PAGE + search, { as: maya, workspaces: [sales] });
export const entry = (name: RegExp) => screen.findByRole('button', { name });
export const panel = (name: string) => screen.findByRole('complementary', { name });
