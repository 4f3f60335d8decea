import { expect } from '@playwright/test';
import { allStates } from '../src/specification/states/all-states.ts';
import { walk, walkThrough } from '../src/specification/walk.ts';

// The web application on a server on another origin that has the calls and fields of the
// specification and nothing else: every screen, state and error of it.

walk.use({ permissions: ['clipboard-read', 'clipboard-write'] });

for (const [screens, states] of Object.entries(allStates)) {
  walk(`on a server of the specification alone: ${screens}`, async ({ page, place }) => {
    expect(await walkThrough(page, place, states)).toEqual([]);
  });
}
