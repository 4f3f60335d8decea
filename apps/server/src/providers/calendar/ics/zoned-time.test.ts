import { expect, it } from 'vitest';
import { ianaZone } from './zoned-time.ts';

it('has one zone for all spellings of a name', () => {
  const berlin = ianaZone('Europe/Berlin');
  for (const name of ['europe/berlin', 'EUROPE/BERLIN', 'eUROPE/bERLIN']) {
    expect(ianaZone(name)).toBe(berlin);
  }
  expect(berlin.offsetAt(Date.parse('2024-07-01'))).toBe(2 * 60 * 60 * 1000);
});

it('keeps the zones in memory that were used last, and no more', () => {
  const offset = (index: number) => `+${String(index).padStart(4, '0')}`;
  const [first, kept] = [ianaZone('+0959'), ianaZone('Europe/Berlin')];
  const hours = Array.from({ length: 9 }, (_, hour) => hour);
  const names = hours.flatMap((hour) =>
    Array.from({ length: 60 }, (_, minute) => offset(hour * 100 + minute)),
  );
  for (const name of names) {
    ianaZone(name);
    expect(ianaZone('Europe/Berlin')).toBe(kept);
  }
  expect(ianaZone('+0959')).not.toBe(first);
});
