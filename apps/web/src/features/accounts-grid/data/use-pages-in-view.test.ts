import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePagesInView } from './use-pages-in-view.ts';

function follow(total: number) {
  let renders = 0;
  const { result } = renderHook(() => {
    renders += 1;
    return usePagesInView(100, total);
  });
  return {
    pages: () => result.current[0],
    show: (first: number, end: number) => act(() => result.current[1]({ first, end })),
    renders: () => renders,
  };
}

test('the first screen asks for the first page alone', () => {
  const { pages, show } = follow(50_000);
  expect(pages()).toEqual([0]);
  show(0, 45);
  expect(pages()).toEqual([0]);
});

test('who scrolls finds the next page there already, and the first is kept', () => {
  const { pages, show } = follow(50_000);
  show(3, 48);
  expect(pages()).toEqual([0, 1]);
  show(1_234, 1_280);
  expect(pages()).toEqual([0, 11, 12, 13]);
});

test('no page is asked for beyond the last', () => {
  const { pages, show } = follow(130);
  show(90, 130);
  expect(pages()).toEqual([0, 1]);
});

test('rows that pass within a page draw nothing again', () => {
  const { show, renders } = follow(50_000);
  show(1_210, 1_250);
  const before = renders();
  for (let row = 1_211; row < 1_250; row += 1) show(row, row + 40);
  expect(renders() - before).toBeLessThanOrEqual(1);
});
