import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { FormField } from './form-field.tsx';
import { TextField } from './text-field.tsx';
import { Textarea } from './textarea.tsx';

test('the label names the input and the hint describes it', () => {
  render(<TextField label="Name" hint="As it is written." />);
  const input = screen.getByRole('textbox', { name: 'Name', description: 'As it is written.' });
  expect(input.getAttribute('aria-invalid')).toBeNull();
});

test('an error takes the place of the hint and marks the input as invalid', () => {
  render(<TextField label="Name" hint="As it is written." error="Name is required" />);
  const input = screen.getByRole('textbox', { name: 'Name', description: 'Name is required' });
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('As it is written.')).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe('Name is required');
});

test('an empty error is no error', () => {
  render(<TextField label="Name" hint="As it is written." error="" />);
  expect(screen.getByText('As it is written.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a required field bears a bullet after its label, which is not part of its name', () => {
  render(<TextField label="Name" required />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(input.required).toBe(true);
  expect(screen.getByText('Name').parentElement?.textContent).toBe('Name•');
});

test('constraint attributes reach the input', () => {
  render(
    <TextField
      label="Amount"
      type="number"
      min={1}
      max={9}
      step={2}
      minLength={1}
      maxLength={3}
      pattern="[0-9]"
    />,
  );
  const input = screen.getByRole('spinbutton', { name: 'Amount' });
  const attributes = ['min', 'max', 'step', 'minlength', 'maxlength', 'pattern'];
  expect(attributes.map((name) => input.getAttribute(name))).toEqual([
    '1',
    '9',
    '2',
    '1',
    '3',
    '[0-9]',
  ]);
});

test('any input of the folder takes its wiring from the field around it', () => {
  render(
    <FormField label="Notes" error="Too long">
      <Textarea />
    </FormField>,
  );
  const input = screen.getByRole('textbox', { name: 'Notes', description: 'Too long' });
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('a checkbox shows that some of what it represents is selected', () => {
  render(<Checkbox label="All" indeterminate />);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' }).indeterminate).toBe(true);
});
