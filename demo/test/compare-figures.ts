import type { EndpointResponse } from '@repo/contract/endpoints';
import {
  countedAt,
  type CountedMail,
  type CountedWindow,
  countFigures,
  daysBefore,
  type Figures,
  newYorkDay,
} from './count-mbox.ts';
import { comparePeople } from './compare-people.ts';
import {
  countContact,
  type CountedPerson,
  countConversations,
  countNames,
  countPeople,
} from './count-relations.ts';
import type { DemoReady } from './start-demo.ts';
import { type MailSource, trackEverything } from './track-everything.ts';

const [windowDays, summaryDays] = [84, 21];
/** The days in touch, the last by us and the last by them. */
const PERSON_FIGURES = 3;

export interface Comparison {
  /** The first and the last day of the window, as the files have them. */
  firstDay: string;
  lastDay: string;
  /** Domains named in the window that the product accepts, and those that it refuses. */
  accounts: number;
  refused: string[];
  /** Figures, one for each account, day and side with emails, that were compared. */
  compared: number;
  /** How many people were compared. */
  people: number;
  /** The days that the figures are of, and the domains that have an account. */
  window: CountedWindow;
  domains: string[];
  /** The differences between the product's figures and the files'; empty if there are none. */
  differences: string[];
  /** The emails that were counted for at least one account. */
  counted: Set<CountedMail>;
  /**
   * The accounts as the workspace shows them, by domain, without ids and in an order of its own.
   */
  published: Map<string, string>;
}

/**
 * Makes the users of a running demo import and share every domain of the last 84 days,
 * and compares the timeline, the bubbles and the number of activities of each account with what the
 * files contain.
 */
export async function compareFigures(
  ready: DemoReady,
  addresses: readonly string[],
  mails: readonly CountedMail[],
  source?: MailSource,
): Promise<Comparison> {
  const now = new Date();
  const today = newYorkDay(now);
  const { shiftDays } = ready;
  const window = { shiftDays, since: daysBefore(today, windowDays - 1), now };
  const inWindow = mails.filter((mail) => countedAt(mail, window) !== undefined);
  const domains = domainsOf(inWindow);
  const { client, workspaceId, accountIds, refused } = await trackEverything(
    ready,
    addresses,
    domains,
    source,
  );
  const { accounts } = await client.call('GET /api/workspaces/{workspaceId}/accounts', {
    params: { workspaceId },
    query: { includeTimeline: 'true', includeRelationships: 'true' },
  });
  const differences: string[] = [];
  const counted = new Set<CountedMail>();
  const published = new Map<string, string>();
  let compared = 0;
  let peopleCompared = 0;
  for (const [domain, accountId] of accountIds) {
    const { figures: expected, counted: ofDomain } = countFigures(inWindow, domain, window);
    const people = countPeople(inWindow, domain, window);
    const conversations = countConversations(inWindow, domain, window);
    const { activities } = await client.call('GET /api/accounts/{accountId}/timeline', {
      params: { accountId },
      query: { range: '12W' },
    });
    const row = accounts.find(({ id }) => id === accountId);
    const shownPeople = await comparePeople(client, { domain, accountId }, people);
    const contact = countContact(inWindow, domain, window, shownPeople.notContacts);
    differences.push(
      ...differencesOf(`${domain}, timeline:`, expected, timelineFigures(activities)),
      ...differencesOf(`${domain}, bubbles:`, lastDays(expected, today), bubbleFigures(row, today)),
      ...shownPeople.differences,
      ...differentContact(domain, contact, row),
      ...differencesOf(`${domain}, conversations:`, conversations, shownConversations(activities)),
      ...differencesOf(
        `${domain}, in all:`,
        { activities: Object.values(expected).reduce((sum, count) => sum + count, 0) },
        { activities: row?.activityCount ?? 0 },
      ),
    );
    published.set(domain, describePublished(activities, row));
    for (const mail of ofDomain) counted.add(mail);
    compared += [expected, conversations].reduce((sum, all) => sum + Object.keys(all).length, 0);
    // The account as a whole has the same figures.
    compared += PERSON_FIGURES * (people.size + 1);
    peopleCompared += people.size;
  }
  return {
    firstDay: daysBefore(window.since, shiftDays),
    lastDay: daysBefore(today, shiftDays),
    accounts: accountIds.size,
    refused,
    compared,
    people: peopleCompared,
    window,
    domains: [...accountIds.keys()],
    differences,
    counted,
    published,
  };
}

/** Every domain that an email names, and one above many of them. */
function domainsOf(mails: readonly CountedMail[]): string[] {
  const named = mails.flatMap(({ everybody }) =>
    everybody.map((address) => address.slice(address.lastIndexOf('@') + 1)),
  );
  const above = named.flatMap((domain) => (domain.endsWith('.ibm.com') ? ['ibm.com'] : []));
  return [...new Set([...named, ...above])].filter((domain) =>
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(domain),
  );
}

type Timeline = EndpointResponse<'GET /api/accounts/{accountId}/timeline'>['activities'];

/**
 * The account's activities, grouped into conversations, and its bubbles. Without what depends on
 * whose mailbox is read first: of copies that differ, the first one's text is shown.
 */
function describePublished(activities: Timeline, row: Row | undefined): string {
  const items = activities.map((item) => {
    const mails = item.type === 'conversation' ? item.activities : [item];
    const each = mails.map(({ occurredAt, side, contributors }) => ({
      occurredAt,
      side,
      contributors: contributors.map(({ email }) => email).sort(),
    }));
    return JSON.stringify([item.type, each.map((one) => JSON.stringify(one)).sort()]);
  });
  const { activityCount, timelineSummary } = row ?? {};
  return JSON.stringify({ activityCount, timelineSummary, items: items.sort() });
}

function timelineFigures(activities: Timeline): Figures {
  const figures: Figures = {};
  for (const item of activities) {
    for (const { occurredAt, side } of item.type === 'conversation' ? item.activities : [item]) {
      const key = `${newYorkDay(new Date(occurredAt))} ${side}`;
      figures[key] = (figures[key] ?? 0) + 1;
    }
  }
  return figures;
}

const shownConversations = (activities: Timeline): Figures =>
  countNames(
    activities.map((item) =>
      (item.type === 'conversation' ? item.activities : [item]).map(({ occurredAt }) =>
        newYorkDay(new Date(occurredAt)),
      ),
    ),
  );

type Row = EndpointResponse<'GET /api/workspaces/{workspaceId}/accounts'>['accounts'][number];

function bubbleFigures(row: Row | undefined, today: string): Figures {
  const { externalCounts = [], internalCounts = [] } = row?.timelineSummary ?? {};
  return Object.fromEntries(
    Array.from({ length: summaryDays }, (_, at) => {
      const day = daysBefore(today, summaryDays - 1 - at);
      return [
        [`${day} external`, externalCounts[at] ?? 0],
        [`${day} internal`, internalCounts[at] ?? 0],
      ] as const;
    }).flat(),
  );
}

/** The days in touch with an account and the last contact by either side. */
function differentContact(domain: string, wanted: CountedPerson, row: Row | undefined): string[] {
  const { daysInTouch = 0, lastDayByUs = null, lastDayByThem = null } = row?.relationship ?? {};
  const [given, counted] = [{ days: daysInTouch, lastDayByUs, lastDayByThem }, wanted].map((one) =>
    JSON.stringify(one),
  );
  return given === counted ? [] : [`${domain}, contact is ${given}, in the files ${counted}`];
}

function lastDays(figures: Figures, today: string): Figures {
  const since = daysBefore(today, summaryDays - 1);
  return Object.fromEntries(Object.entries(figures).filter(([key]) => key.slice(0, 10) >= since));
}

/** One line for each figure that is not the same; what is not there counts as 0. */
function differencesOf(what: string, expected: Figures, found: Figures): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort().flatMap((key) => {
    const [wanted, given] = [expected[key] ?? 0, found[key] ?? 0];
    return wanted === given ? [] : [`${what} ${key} is ${given}, in the files ${wanted}`];
  });
}
