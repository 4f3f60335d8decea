import { describe, expect, it } from 'vitest';
import { defaultWorkspace } from './default-workspace.ts';

const [one, two, three] = [
  { id: '1', role: 'member' },
  { id: '2', role: 'owner' },
  { id: '3', role: 'member' },
] as const;

describe('defaultWorkspace', () => {
  it('is the remembered one while it is listed', () => {
    expect(defaultWorkspace([one, two, three], '3')).toBe(three);
    expect(defaultWorkspace([one, two], '3')).toBe(two);
  });

  it('is else the first that is owned, else the first', () => {
    expect(defaultWorkspace([one, two, three], undefined)).toBe(two);
    expect(defaultWorkspace([one, three], undefined)).toBe(one);
    expect(defaultWorkspace([], '1')).toBeUndefined();
  });
});
