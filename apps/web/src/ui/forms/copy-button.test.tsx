import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CopyField } from './copy-field.tsx';
import { Toaster } from '../feedback/toaster.tsx';

function renderField() {
  render(
    <>
      <CopyField label="Webhook URL" value="https://example.test/hook" />
      <Toaster />
    </>,
  );
}

test('copies the value and says so', async () => {
  const user = userEvent.setup();
  renderField();
  await user.click(screen.getByRole('button', { name: 'Copy Webhook URL' }));
  expect(await navigator.clipboard.readText()).toBe('https://example.test/hook');
  expect(await screen.findByText('Webhook URL copied to clipboard')).toBeDefined();
});

test('says when the clipboard refuses', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Denied'));
  renderField();
  await user.click(screen.getByRole('button', { name: 'Copy Webhook URL' }));
  expect(await screen.findByText('Failed to copy to clipboard')).toBeDefined();
});
