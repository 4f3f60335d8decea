import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';

test('an address without a page', async () => {
  renderApp('/nowhere', { as: sampleUser(), workspaces: [] });
  await screen.findByRole('heading', { name: 'Page Not Found' });
  expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
});
