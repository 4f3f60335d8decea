import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { openPage, panel, setUpAccount } from '#test/open-account.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const SHARES = 'GET /api/accounts/{accountId}/shares';
type Share = {
  user: { name: string; email: string };
  domain: string;
  isBelowLeast: boolean;
  ownDomainId?: string;
};

const share = (
  name: string,
  level: 'activity' | 'subject' | 'full',
  rest: Partial<Share> = {},
) => ({
  user: { name, email: `${name.toLowerCase()}@home.example` },
  domain: 'acme.example',
  level,
  isBelowLeast: false,
  ...rest,
});

setUpAccount();
beforeEach(() => serveAtLevel('full'));

async function open(
  shares: ReturnType<typeof share>[],
  { hasMore = false, ownPrivateMeetings = 0 } = {},
) {
  mockEndpoint(SHARES, () => ({ shares, hasMore, ownPrivateMeetings }));
  const app = openPage();
  const findHeading = () =>
    panel('Account Information').then((found) =>
      within(found).findByRole('heading', { name: 'Shared by' }),
    );
  const heading = await findHeading();
  return { ...app, section: within(heading.parentElement ?? document.body) };
}

const members = (section: Awaited<ReturnType<typeof open>>['section']) =>
  section.findAllByRole('listitem').then((items) => items.map(({ textContent }) => textContent));

test('says who shares at which level, and marks who shares less than the workspace asks for', async () => {
  const { section } = await open([
    share('Ann', 'full'),
    share('Bob', 'activity', { isBelowLeast: true }),
  ]);
  expect(await members(section)).toEqual([
    'AnnEverything',
    'BobActivity onlyLess than this workspace asks for',
  ]);
  await expectAccessible();
});

test('leads to what colleagues see of the reader’s own domains, and of no one else’s', async () => {
  const { section } = await open([
    share('Ann', 'full', { ownDomainId: '0198c0de-0000-7000-8000-000000000001' }),
    share('Bob', 'full'),
  ]);
  const [link, other] = await section.findAllByRole('link', { name: /colleagues see/ });
  expect(link?.getAttribute('href')).toBe(
    '/import-preferences/as-colleagues-see/0198c0de-0000-7000-8000-000000000001',
  );
  expect(other).toBeUndefined();
});

test('names the domains where a member shares them at several levels', async () => {
  const { section } = await open([
    share('Ann', 'full'),
    share('Ann', 'subject', { domain: 'acme.org' }),
    share('Bob', 'subject'),
    share('Bob', 'subject', { domain: 'acme.org' }),
  ]);
  expect(await members(section)).toEqual([
    'Annacme.example: Everything, acme.org: Subjects',
    'BobSubjects',
  ]);
});

test('lists many on demand', async () => {
  const names = ['Ada', 'Ben', 'Cem', 'Dag', 'Eva', 'Fay', 'Gil'];
  const { section, user } = await open(names.map((name) => share(name, 'full')));
  expect(await members(section)).toHaveLength(5);
  await user.click(section.getByRole('button', { name: 'Show All 7' }));
  expect(await members(section)).toHaveLength(7);
});

test('says that no one shares', async () => {
  const { section } = await open([]);
  expect(await section.findByText('No one shares activities yet')).toBeDefined();
});

test('offers to try again after a failure', async () => {
  mockEndpoint(SHARES, () => failure('NOT_FOUND', 'Out of order'));
  openPage();
  const information = within(await panel('Account Information'));
  expect(await information.findByText('Out of order')).toBeDefined();
});

test('there is no such section where the server does not offer it', async () => {
  serveAtLevel('specification');
  openPage();
  const information = within(await panel('Account Information'));
  await information.findByRole('heading', { name: 'Participants' });
  expect(information.queryByRole('heading', { name: 'Shared by' })).toBeNull();
});

test.each([
  [1, '1 meeting of yours is not here, because your calendar marks it as private.'],
  [12, '12 meetings of yours are not here, because your calendar marks them as private.'],
  [1_000, 'At least 1,000 meetings of yours are not here'],
])('says why %i meetings of the reader are not here', async (ownPrivateMeetings, text) => {
  const { section } = await open([], { ownPrivateMeetings });
  expect(await section.findByText(text, { exact: false })).toBeDefined();
  const link = section.getByRole('link', { name: 'Share in Import Preferences' });
  expect(link.getAttribute('href')).toBe('/import-preferences#private-meetings');
  await expectAccessible();
});
