import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ImportPreview } from './import-preview.tsx';

const picked = Array.from({ length: 1_001 }, (_, n) => ({
  domain: `c${n}.example`,
  activityCount: 1,
}));
const preview = {
  domains: picked
    .slice(0, 1_000)
    .map(({ domain }) => ({ domain, activityCount: 2, isCounted: true })),
  state: 'done' as const,
  isEstimate: true,
  backfillDays: 84,
};

test.each([
  [1_001, 'Counted activity of the last 12 weeks for 1,000 of 1,001 domains.'],
  [1_000, '1,000 domains would import about 2,000 activities'],
])('says how many of %d selected domains are counted', (count, text) => {
  render(
    <ImportPreview
      picked={picked.slice(0, count)}
      trackedCount={0}
      backfillDays={84}
      preview={preview}
    />,
  );
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText(/^Counting/)).toBeNull();
});
