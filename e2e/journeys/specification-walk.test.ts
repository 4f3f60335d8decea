import { expect } from '@playwright/test';
import { data } from '../src/specification/outcome.ts';
import { buttonsWithoutEffect } from '../src/specification/press-every-button.ts';
import { maya } from '../src/specification/specification-data.ts';
import {
  missingStrings,
  notShown,
  specificationStrings,
  specificationText,
} from '../src/specification/specification-strings.ts';
import { type State, walk, walkThrough } from '../src/specification/walk.ts';

// Tests of `walk.ts` itself, which opens each state of the screens and checks it against the
// specification: it has to report every planted fault, and to look for every text.

/** Timeout for a text, since each missing one is waited for; milliseconds. */
const WITHIN_MS = 1_500;

/** The heading of a page can be there before its request arrives. */
const requestArrives: State['act'] = async (_page, { server }) => {
  await expect.poll(() => server.violations.length).toBeGreaterThan(0);
};

/** Faults that are planted in the page, each with the problem that the walk has to report. */
const planted: [string, () => void, State, string][] = [
  [
    'another parameter',
    () => {
      const send = globalThis.fetch;
      globalThis.fetch = (input, init) =>
        send(String(input).replace('page=1', 'page=1&sort=name'), init);
    },
    { name: 'planted', at: '/admin/users', see: ['Platform Users'] },
    "planted: GET /api/admin/users: another parameter 'sort'",
  ],
  [
    'a parameter that is left out',
    () => {
      const send = globalThis.fetch;
      globalThis.fetch = (input, init) =>
        send(String(input).replace('?includeTimeline=true', ''), init);
    },
    { name: 'planted', at: '/northwind/sales/accounts', see: ['Acme'] },
    "planted: GET /api/workspaces/{workspaceId}/accounts: no parameter 'includeTimeline'",
  ],
  [
    'another field of a body',
    () => {
      const send = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        const body = init?.body;
        const more = typeof body === 'string' ? body.replace('{', '{"updatedAt":0,') : body;
        return send(input, { ...init, body: more ?? null });
      };
    },
    {
      name: 'planted',
      at: `/admin/users/${maya.id}/edit`,
      act: (page) => page.getByRole('button', { name: 'Save Changes' }).click(),
      see: ['User updated successfully'],
    },
    "planted: PUT /api/admin/users/{id}: another field 'updatedAt'",
  ],
  [
    'another request',
    () => {
      const send = globalThis.fetch;
      globalThis.fetch = (input, init) =>
        send(String(input).replace('/api/integrations', '/api/integrations/all'), init);
    },
    { name: 'planted', at: '/integrations', act: requestArrives, see: ['Integrations'] },
    'planted: Not in the specification: GET /api/integrations/all',
  ],
  [
    'a request without a token',
    () => {
      const send = globalThis.fetch;
      globalThis.fetch = (input, init) =>
        send(input, { ...init, headers: { 'content-type': 'application/json' } });
    },
    { name: 'planted', at: '/integrations', act: requestArrives, see: ['Integrations'] },
    'planted: GET /api/integrations: no bearer token',
  ],
  [
    'a text that is missing',
    () => {},
    { name: 'planted', at: '/integrations', see: ['Nothing says this'] },
    "planted: does not say 'Nothing says this'",
  ],
  ...(
    [
      ['a link to nowhere', '<a href="/northwind/members">x</a>', 'a link to /northwind/members'],
      ['a link without an address', '<a>x</a>', 'a link without an address'],
      [
        'a link to something undefined',
        '<a href="/admin/workspaces/undefined">x</a>',
        'a link to /admin/workspaces/undefined',
      ],
      ["a browser's own words", '<p>Failed to fetch</p>', "says 'Failed to fetch' to a person"],
      ['a message of JavaScript', '<p>TypeError: x</p>', "says 'TypeError' to a person"],
    ] as const
  ).map(([name, html, problem]): (typeof planted)[number] => [
    name,
    () => {},
    {
      name: 'planted',
      at: '/login',
      signedOut: true,
      act: (page) =>
        page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), html),
      see: ['Reset password'],
    },
    `planted: ${problem}`,
  ]),
  [
    'an error that nothing catches',
    () => {
      throw new Error('Planted');
    },
    { name: 'planted', at: '/login', signedOut: true, see: ['Reset password'] },
    'planted: throws Error: Planted',
  ],
];

for (const [name, plant, state, problem] of planted) {
  walk(`the walk finds ${name}`, async ({ page, site }) => {
    await page.addInitScript(plant);
    expect(await walkThrough(page, site, [state], WITHIN_MS)).toContain(problem);
  });
}

walk('the walk finds a button that does nothing', async ({ page, site }) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () =>
      document.body.insertAdjacentHTML('beforeend', '<button>Idle</button>'),
    ),
  );
  site.server.on('GET /api/integrations', data({ integrations: [], availableProviders: [] }));
  const idle = await buttonsWithoutEffect(page, site, '/integrations', new Set());
  expect(idle).toContainEqual(expect.stringContaining('Idle'));
});

walk('the walk looks for every text of the specification', () => {
  walk.skip(specificationStrings === undefined, '../shared/spec is absent');
  expect(missingStrings()).toEqual([]);
});

walk('what no screen shows is no text for a person by the specification', () => {
  walk.skip(specificationText === undefined, '../shared/spec is absent');
  const unfounded = Object.entries(notShown).filter(
    ([text, sentence]) => !sentence.includes(text) || !specificationText?.includes(sentence),
  );
  expect(unfounded).toEqual([]);
});
