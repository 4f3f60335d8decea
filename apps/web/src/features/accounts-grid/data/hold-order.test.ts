import { expect, test } from 'vitest';
import { holdOrder } from './hold-order.ts';

const row = (id: string, text = 'old') => ({ id, text });
const shown = [row('a'), row('b'), row('c')];

test('rows that stand as they did are simply the fresh ones', () => {
  const fresh = [row('a', 'new'), row('b'), row('c')];
  const held = holdOrder(shown, fresh);
  expect(held).toEqual({ rows: fresh, moved: false });
});

test('what moved is renewed where it stands', () => {
  const held = holdOrder(shown, [row('c', 'new'), row('a'), row('b')]);
  expect(held).toEqual({ rows: [row('a'), row('b'), row('c', 'new')], moved: true });
});

test('what is gone stays and what is new waits', () => {
  const held = holdOrder(shown, [row('x'), row('a', 'new'), row('c')]);
  expect(held).toEqual({ rows: [row('a', 'new'), row('b'), row('c')], moved: true });
});
