import { describe, expect, it } from 'vitest';
import { mutatedInputs, mutationFaults } from './mutated-inputs.ts';
import { hasOddInputs } from './read-cases.ts';

describe.skipIf(!hasOddInputs)('inputs that are changed (skipped without ../shared)', () => {
  it('are read or refused in words, and twice the same', async () => {
    const faults: string[] = [];
    let count = 0;
    for (const input of mutatedInputs(200, 37)) {
      count += 1;
      faults.push(...(await mutationFaults(input)));
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(190);
  });
});
