import { expect, test } from 'vitest';
import { samplePeople } from './sample-people.ts';

test.each([
  [{ sampleNames: ['Ana', 'Bo', 'Cy', 'Di'], sampleEmails: ['x@a.com'] }, ['Ana', 'Bo', 'Cy']],
  [{ sampleNames: [' '], sampleEmails: ['ana@a.com', 'bo@a.com'] }, ['ana', 'bo']],
  [{ sampleEmails: ['"a@b"@a.com', 'b@a', 'c@a', 'd@a'] }, ['"a@b"', 'b', 'c']],
  [{ sampleEmails: ['no-address'] }, ['no-address']],
  [{}, []],
])('%o is shown as %o', (samples, people) => {
  expect(samplePeople(samples)).toEqual(people);
});
