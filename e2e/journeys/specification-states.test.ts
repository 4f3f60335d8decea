import { expect } from '@playwright/test';
import { statesOfPart1 } from '../src/specification/states-of-part-1.ts';
import { statesOfPart2 } from '../src/specification/states-of-part-2.ts';
import { walk, walkThrough } from '../src/specification/walk.ts';

// The web application on a server on another origin that has the calls and fields of the
// specification and nothing else: every screen, state and error of it.

walk.use({ permissions: ['clipboard-read', 'clipboard-write'] });

for (const [part, screens] of [
  ['part 1', statesOfPart1],
  ['part 2', statesOfPart2],
] as const) {
  for (const [screen, states] of Object.entries(screens)) {
    walk(`the specification, ${part}: ${screen}`, async ({ page, place }) => {
      expect(await walkThrough(page, place, states)).toEqual([]);
    });
  }
}
