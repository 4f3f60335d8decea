import { describe, expect, it } from 'vitest';
import { activitySide, sidesByDomain } from './side.ts';

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

describe('sidesByDomain', () => {
  it('sees an activity as activitySide does from each domain', () => {
    const people = [
      at('a@mail.acme.com', 'from'),
      at('b@acme.com', 'to'),
      at('me@us.com', 'to'),
      at('none', 'cc'),
    ];
    for (const type of ['email', 'calendar', 'call'] as const) {
      for (const participants of [people, people.slice(0, 2), people.slice(2), []]) {
        const sides = sidesByDomain(type, participants);
        for (const domain of ['acme.com', 'mail.acme.com', 'us.com', 'other.com']) {
          expect(sides(domain).side).toBe(activitySide(type, participants, [domain]));
        }
      }
    }
    expect(sidesByDomain('email', people)('us.com').hasParticipant).toBe(true);
    expect(sidesByDomain('email', people)('s.com').hasParticipant).toBe(false);
  });

  it('reads each address once, however many domains it is compared with', () => {
    let reads = 0;
    const people = Array.from({ length: 1_000 }, (_, index) => ({
      role: 'to' as const,
      get email() {
        reads += 1;
        return `a@d${index}.com`;
      },
    }));
    const sides = sidesByDomain('email', people);
    for (let index = 0; index < 1_000; index += 1) sides(`d${index}.com`);
    expect(reads).toBe(1_000);
  });
});
