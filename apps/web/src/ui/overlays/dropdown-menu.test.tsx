import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from '../forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuNote,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from './dropdown-menu.tsx';
import { SUBMENU_OPEN_DELAY_MS, TYPEAHEAD_RESET_MS } from '../feedback/timings.ts';

afterEach(() => vi.useRealTimers());

function renderMenu(onSelect = vi.fn<() => void>()) {
  render(
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button>Open</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={onSelect}>Copy</DropdownMenuItem>
        <DropdownMenuSub>
          <DropdownMenuSubTrigger>Move</DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuItem checked onSelect={onSelect}>
              Up
            </DropdownMenuItem>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <DropdownMenuItem>Open</DropdownMenuItem>
        <DropdownMenuItem>Other</DropdownMenuItem>
        <DropdownMenuNote>Loading...</DropdownMenuNote>
      </DropdownMenuContent>
    </DropdownMenu>,
  );
  return onSelect;
}

async function openByKeyboard(): Promise<void> {
  screen.getByRole('button', { name: 'Open' }).focus();
  await userEvent.keyboard('{Enter}');
  await expectFocus('Copy');
}

function expectFocus(name: string, role = 'menuitem'): Promise<void> {
  return waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));
}

test('arrow keys walk through it and around its ends, Escape gives the focus back', async () => {
  renderMenu();
  await openByKeyboard();
  await userEvent.keyboard('{ArrowDown}');
  await expectFocus('Move');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expectFocus('Loading...');
  await userEvent.keyboard('{Home}');
  await expectFocus('Copy');
  await userEvent.keyboard('{Escape}');
  await expectFocus('Open', 'button');
  expect(screen.queryByRole('menu')).toBeNull();
});

test('arrow right enters a submenu and arrow left leaves it', async () => {
  renderMenu();
  await openByKeyboard();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await expectFocus('Up');
  expect(document.activeElement?.getAttribute('aria-current')).toBe('true');
  await userEvent.keyboard('{ArrowLeft}');
  await expectFocus('Move');
});

test('Enter chooses and closes', async () => {
  const onSelect = renderMenu();
  await openByKeyboard();
  await userEvent.keyboard('{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a note can be reached but not chosen', async () => {
  renderMenu();
  await openByKeyboard();
  await userEvent.keyboard('{End}{Enter}');
  await expectFocus('Loading...');
  expect(screen.getByRole('menu')).toBeDefined();
});

test('a submenu opens when the pointer has rested on its item for the delay', async () => {
  renderMenu();
  await openByKeyboard();
  vi.useFakeTimers();
  const rest = () =>
    fireEvent.pointerMove(screen.getByRole('menuitem', { name: 'Move' }), { pointerType: 'mouse' });
  act(() => void rest());
  act(() => vi.advanceTimersByTime(SUBMENU_OPEN_DELAY_MS - 1));
  expect(screen.getAllByRole('menu')).toHaveLength(1);
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getAllByRole('menu')).toHaveLength(2);
});

test('quick typing continues the search, which starts again after the reset', async () => {
  renderMenu();
  await openByKeyboard();
  vi.useFakeTimers();
  const type = (key: string) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    act(() => vi.advanceTimersByTime(1));
    return document.activeElement?.textContent;
  };
  expect(type('o')).toBe('Open');
  expect(type('t')).toBe('Other');
  act(() => vi.advanceTimersByTime(TYPEAHEAD_RESET_MS));
  expect(type('c')).toBe('Copy');
});
