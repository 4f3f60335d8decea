import { describe, expect, it } from 'vitest';
import { activitySide } from './side.ts';

const at = (email: string, role: 'from' | 'to' | 'cc' | 'other' = 'other') => ({ email, role });

describe('activitySide', () => {
  it('follows the sender of an e-mail', () => {
    const theirs = [at('a@acme.com', 'from'), at('me@us.com', 'to')];
    const ours = [at('me@us.com', 'from'), at('a@acme.com', 'to'), at('b@acme.com', 'cc')];
    expect(activitySide('email', theirs, ['acme.com'])).toBe('external');
    expect(activitySide('email', ours, ['acme.com'])).toBe('internal');
  });

  it('counts a sender below the account domain as theirs, a look-alike not', () => {
    expect(activitySide('email', [at('a@mail.acme.com', 'from')], ['acme.com'])).toBe('external');
    expect(activitySide('email', [at('a@notacme.com', 'from')], ['acme.com'])).toBe('internal');
  });

  it.each(['calendar', 'call'] as const)('looks at who takes part in a %s', (type) => {
    const [they, we] = [at('a@acme.com'), at('me@us.com')];
    expect(activitySide(type, [they, we], ['acme.com'])).toBe('both');
    expect(activitySide(type, [they, they], ['acme.com'])).toBe('external');
    expect(activitySide(type, [we], ['acme.com'])).toBe('internal');
    expect(activitySide(type, [], ['acme.com'])).toBe('internal');
  });

  it('counts each of several domains as theirs', () => {
    const domains = ['acme.com', 'acme.co.uk'];
    const [here, there, we] = [at('a@acme.com'), at('b@acme.co.uk'), at('me@us.com')];
    expect(activitySide('email', [{ ...there, role: 'from' }, here], domains)).toBe('external');
    expect(activitySide('call', [here, there], domains)).toBe('external');
    expect(activitySide('call', [here, there, we], domains)).toBe('both');
  });

  it('is both without an account domain', () => {
    expect(activitySide('email', [at('a@acme.com', 'from')], undefined)).toBe('both');
  });
});
