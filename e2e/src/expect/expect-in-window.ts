import { expect, type Locator } from '@playwright/test';

/** Nothing of its text is cut off, neither by itself nor by what is around it, without scrolling. */
export async function expectInWindow(element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const found = await element.evaluate((node) => {
    const { left, right } = node.getBoundingClientRect();
    const edges = { left: 0, right: document.documentElement.clientWidth };
    const hidden: string[] = [];
    for (let box: Element | null = node; box !== null; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue;
      const around = box.getBoundingClientRect();
      edges.left = Math.max(edges.left, around.left);
      edges.right = Math.min(edges.right, around.right);
      if (box.scrollWidth > box.clientWidth) hidden.push(box.outerHTML.slice(0, 120));
    }
    return { hidden, isInside: left >= edges.left - 0.5 && right <= edges.right + 0.5 };
  });
  expect(found, String(element)).toEqual({ hidden: [], isInside: true });
}
