import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Looks for barriers on what the page shows now. Contrast, and what else needs a layout, is looked
 * at by the journeys.
 *
 * @param except rules of axe that cannot pass here.
 */
export async function expectAccessible(except: readonly string[] = []): Promise<void> {
  const disabled = [
    'color-contrast',
    'target-size',
    'scrollable-region-focusable',
    // It is in index.html, which is not rendered here.
    'html-has-lang',
    ...except,
  ];
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
  });
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect(found).toEqual([]);
}
