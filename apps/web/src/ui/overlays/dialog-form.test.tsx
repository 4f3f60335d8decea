import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useForm, type FormProblem } from '#lib/use-form.ts';
import { DialogForm } from './dialog-form.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from '../forms/text-field.tsx';

type Problem = FormProblem<{ name: string }> | undefined;

/** An open dialog whose form waits until `settle` is called with what was wrong. */
function open() {
  let settle: (problem: Problem) => void = () => {};
  const submit = vi.fn<() => Promise<Problem>>(
    () =>
      new Promise((resolve) => {
        settle = resolve;
      }),
  );
  const onOpenChange = vi.fn<(open: boolean) => void>();
  function Content() {
    const form = useForm({ initial: { name: '' }, validate: () => ({}), submit });
    return (
      <DialogForm form={form} submitLabel="Make" onCancel={() => onOpenChange(false)}>
        <TextField {...form.field('name')} label="Name" />
      </DialogForm>
    );
  }
  render(
    <Dialog open onOpenChange={onOpenChange} title="New thing">
      <Content />
    </Dialog>,
  );
  return {
    submit,
    onOpenChange,
    settle: (problem: Problem) => act(async () => settle(problem)),
    make: () => screen.getByRole('button', { name: 'Make' }),
  };
}

test('two presses in one go submit once, and so does a double click', async () => {
  const { submit, settle, make } = open();
  const form = make().closest('form') as HTMLFormElement;
  act(() => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  expect(submit).toHaveBeenCalledOnce();
  await settle({ form: { message: 'It was refused', detail: 'No room' } });
  expect(screen.getByRole('alert').textContent).toBe('It was refusedNo room');
  await userEvent.dblClick(make());
  expect(submit).toHaveBeenCalledTimes(2);
});

test('stays open while it is sent, and closes again afterwards', async () => {
  const { settle, make, onOpenChange } = open();
  await userEvent.click(make());
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
  expect(onOpenChange).not.toHaveBeenCalled();
  await settle({ fields: { name: 'It is taken' } });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  await userEvent.keyboard('{Escape}');
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
