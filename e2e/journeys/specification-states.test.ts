import { expect } from '@playwright/test';
import { allStates } from '../src/specification/states/all-states.ts';
import { walk, walkThrough } from '../src/specification/walk.ts';

// The web application on a server on another origin that has the calls and fields of the
// specification and nothing else: every screen, state and error of it.

walk.use({ permissions: ['clipboard-read', 'clipboard-write'], trace: 'off' });

/** States per test, so that tests are short and the work is spread evenly over the browsers. */
const STATES_PER_TEST = 12;

for (const [screens, states] of Object.entries(allStates)) {
  for (let from = 0; from < states.length; from += STATES_PER_TEST) {
    const part = states.slice(from, from + STATES_PER_TEST);
    walk(
      `on a server of the specification alone: ${screens} ${from + 1}`,
      async ({ page, site }) => {
        expect(await walkThrough(page, site, part)).toEqual([]);
      },
    );
  }
}
