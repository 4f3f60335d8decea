import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MessageBody } from './message-body.tsx';

const NOTE = /too complex to display with formatting/;
const NESTED = `${'<div>'.repeat(400)}<p>The words</p><p>of the mail`;

test('HTML that is too complex is shown as plain text, with a note', async () => {
  render(<MessageBody title="Message" htmlBody={NESTED} plainTextBody="As text" summary="" />);
  await screen.findByText(NOTE);
  screen.getByText('As text');
  expect(document.querySelector('iframe')).toBeNull();
});

test('where there is no plain text, its words are shown', async () => {
  render(<MessageBody title="Message" htmlBody={NESTED} plainTextBody=" " summary="short" />);
  await screen.findByText(NOTE);
  expect(screen.getByRole('region').textContent).toContain('The words\nof the mail');
});

test('other HTML is framed', async () => {
  render(<MessageBody title="Message" htmlBody="<p>Hi" plainTextBody="As text" summary="" />);
  await screen.findByTitle('Message');
  expect(screen.queryByText(NOTE)).toBeNull();
});
