import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { FormField } from './form-field.tsx';
import { Select, type SelectProps } from './select.tsx';

function field(props: Partial<SelectProps> = {}) {
  return (
    <FormField label="Colour" hint="For the wall.">
      <Select
        value="red"
        onValueChange={() => {}}
        options={[
          { value: 'none', label: 'No colour' },
          {
            label: 'Warm',
            options: [
              { value: 'red', label: 'Red' },
              { value: 'orange', label: 'Orange' },
            ],
          },
        ]}
        {...props}
      />
    </FormField>
  );
}

test('chooses by keyboard, and the field around it names and describes it', async () => {
  const onValueChange = vi.fn<(value: string) => void>();
  render(field({ onValueChange }));
  screen.getByRole('combobox', { name: 'Colour', description: 'For the wall.' }).focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith('orange');
});

test('shows its groups by name', async () => {
  render(field());
  await userEvent.click(screen.getByRole('combobox'));
  expect(screen.getByRole('group', { name: 'Warm' }).textContent).toContain('Orange');
});

test('closes when it becomes disabled and stays closed when enabled again', async () => {
  const view = render(field());
  await userEvent.click(screen.getByRole('combobox'));
  expect(screen.getByRole('listbox')).toBeDefined();
  view.rerender(field({ disabled: true }));
  expect(screen.queryByRole('listbox')).toBeNull();
  view.rerender(field());
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('makes the page behind it unreachable only while it is open', async () => {
  const { container } = render(field());
  await userEvent.click(screen.getByRole('combobox'));
  expect(container.inert).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(container.inert).toBe(false);
});

test('says why there is nothing to choose', async () => {
  render(field({ options: [], note: 'Nothing to choose from' }));
  await userEvent.click(screen.getByRole('combobox'));
  const note = screen.getByRole('option', { name: 'Nothing to choose from' });
  expect(note.getAttribute('aria-disabled')).toBe('true');
});
