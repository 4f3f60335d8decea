import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SyntheticEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

test('a loading button does nothing, is busy, and keeps its name and the focus', async () => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: SyntheticEvent) => void>((event) => event.preventDefault());
  const button = (loading: boolean) => (
    <form onSubmit={onSubmit}>
      <input />
      <Button type="submit" loading={loading} onClick={onClick}>
        Save
      </Button>
    </form>
  );
  const view = render(button(false));
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  save.focus();
  view.rerender(button(true));
  expect(screen.getByRole('button', { name: 'Save', busy: true })).toBe(save);
  expect(save.getAttribute('aria-disabled')).toBe('true');
  // What is disabled loses the focus.
  expect(save.disabled).toBe(false);
  await userEvent.keyboard('{Enter}');
  await userEvent.click(save);
  await userEvent.type(screen.getByRole('textbox'), '{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a button submits only when told to', async () => {
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

test('a button disabled for a reason does nothing but can be focused, and then tells the reason', async () => {
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

test('a link can look like a button', () => {
  render(
    <Button asChild>
      <a href="/there">There</a>
    </Button>,
  );
  expect(screen.getByRole('link', { name: 'There' }).getAttribute('href')).toBe('/there');
  expect(screen.queryByRole('button')).toBeNull();
});
