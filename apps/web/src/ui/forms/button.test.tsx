import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SyntheticEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

test('a loading button is disabled, busy, and keeps its name', async () => {
  const onClick = vi.fn<() => void>();
  render(
    <Button loading onClick={onClick}>
      Save
    </Button>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save', busy: true });
  expect(button.disabled).toBe(true);
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('a button submits only with type submit', async () => {
  const onSubmit = vi.fn<(event: SyntheticEvent) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button>Look</Button>
      <Button type="submit">Save</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Look' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('a button disabled for a reason does nothing but can be focused, and then shows the reason', async () => {
  const onClick = vi.fn<() => void>();
  render(
    <Button disabledReason="Nothing is chosen" onClick={onClick}>
      Continue
    </Button>,
  );
  await userEvent.tab();
  const button = screen.getByRole('button', { name: 'Continue', description: 'Nothing is chosen' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('focus comes back to the button that lost it by loading', () => {
  const view = render(<Button>Save</Button>);
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  view.rerender(<Button loading>Save</Button>);
  // What browsers do to a focused element that becomes disabled.
  button.blur();
  view.rerender(<Button>Save</Button>);
  expect(document.activeElement).toBe(button);
});

test('focus that has moved on stays where it is', () => {
  const pair = (loading: boolean) => (
    <>
      <Button loading={loading}>Save</Button>
      <Button>Other</Button>
    </>
  );
  const view = render(pair(false));
  screen.getByRole('button', { name: 'Save' }).focus();
  view.rerender(pair(true));
  const other = screen.getByRole('button', { name: 'Other' });
  other.focus();
  view.rerender(pair(false));
  expect(document.activeElement).toBe(other);
});

test('a link can look like a button', () => {
  render(
    <Button asChild>
      <a href="/there">There</a>
    </Button>,
  );
  expect(screen.getByRole('link', { name: 'There' }).getAttribute('href')).toBe('/there');
  expect(screen.queryByRole('button')).toBeNull();
});
