import { expect, test } from 'vitest';
import { replaceProof } from './replace-proof.ts';

const whole = 'npm run proof -- cluster, on Monday: holds\n\n2 of 2\n\nSkipped: 1\n';
const part = 'npm run proof -- cluster --journeys, on Monday: holds\n\n3 of 3\n';

test('the output of a proof takes the place of its last one, and of no other', () => {
  const command = 'npm run proof -- cluster';
  const [next, nextPart] = [whole, part].map((text) => text.replace('Monday', 'Tuesday'));
  expect(replaceProof('', command, whole)).toBe(whole);
  expect(replaceProof(whole, `${command} --journeys`, part)).toBe(`${whole}\n${part}`);
  expect(replaceProof(`${whole}\n${part}`, command, next ?? '')).toBe(`${next}\n${part}`);
  expect(replaceProof(`${whole}\n${part}`, `${command} --journeys`, nextPart ?? '')).toBe(
    `${whole}\n${nextPart}`,
  );
});
