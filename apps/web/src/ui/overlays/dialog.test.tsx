import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from '../forms/button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from './dropdown-menu.tsx';
import { TextField } from '../forms/text-field.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>New</Button>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button>More</Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setOpen(true)}>New from menu</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Dialog open={open} onOpenChange={setOpen} title="New thing" description="It is made here.">
        <TextField label="Name" />
        <Button onClick={() => setConfirming(true)}>Discard</Button>
      </Dialog>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Discard it?"
        description="It cannot be brought back."
        confirmLabel="Discard it"
        onConfirm={() => {}}
      />
    </>
  );
}

function expectFocus(element: () => HTMLElement): Promise<void> {
  return waitFor(() => expect(document.activeElement).toBe(element()));
}

test('takes the focus to its first field and gives it back on Escape', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'New' }));
  screen.getByRole('dialog', { name: 'New thing', description: 'It is made here.' });
  await expectFocus(() => screen.getByRole('textbox', { name: 'Name' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await expectFocus(() => screen.getByRole('button', { name: 'New' }));
});

test('takes the focus to a first field that is loaded later, and not from where it was moved', async () => {
  const content = (isLoaded: boolean) => (
    <Dialog open onOpenChange={() => {}} title="New thing">
      {isLoaded ? <TextField label="Name" /> : 'Loading...'}
    </Dialog>
  );
  const first = render(content(false));
  await expectFocus(() => screen.getByRole('dialog'));
  first.rerender(content(true));
  await expectFocus(() => screen.getByRole('textbox', { name: 'Name' }));
  first.unmount();
  const second = render(content(false));
  await expectFocus(() => screen.getByRole('dialog'));
  await userEvent.tab();
  await expectFocus(() => screen.getByRole('button', { name: 'Close' }));
  second.rerender(content(true));
  await screen.findByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
});

test('keeps the focus inside', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'New' }));
  const dialog = screen.getByRole('dialog');
  for (let step = 0; step < 5; step += 1) {
    await userEvent.tab();
    expect(dialog.contains(document.activeElement)).toBe(true);
  }
});

test('gives the focus back to the button of the menu that opened it', async () => {
  render(<Page />);
  screen.getByRole('button', { name: 'More' }).focus();
  await userEvent.keyboard('{Enter}');
  await expectFocus(() => screen.getByRole('menuitem', { name: 'New from menu' }));
  await userEvent.keyboard('{Enter}');
  await expectFocus(() => screen.getByRole('textbox', { name: 'Name' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await expectFocus(() => screen.getByRole('button', { name: 'More' }));
});

test('Escape closes only the topmost of two', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'New' }));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await expectFocus(() => screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await expectFocus(() => screen.getByRole('button', { name: 'Discard' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a confirmation stays while its work is under way, then says why it failed', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  const confirmation = (state: { loading?: boolean; error?: string }) => (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Remove it?"
      description="It cannot be brought back."
      confirmLabel="Remove"
      destructive
      onConfirm={() => {}}
      {...state}
    />
  );
  const view = render(confirmation({ loading: true }));
  await userEvent.keyboard('{Escape}');
  expect(onOpenChange).not.toHaveBeenCalled();
  view.rerender(confirmation({ error: 'The server did not respond' }));
  expect(screen.getByRole('alert').textContent).toBe('The server did not respond');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
