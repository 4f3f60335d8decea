import { expect, it } from 'vitest';
import { headPeople } from './head-people.ts';

const none = { from: [], sender: [], to: [], cc: [], bcc: [] };

it('parses headers of usual length', () => {
  const given = { ...none, from: ['Bob <Bob@acme.com>'], bcc: ['kim@home.example'] };
  expect(headPeople(given)).toEqual([
    { name: 'Bob', email: 'bob@acme.com', role: 'from' },
    { name: '', email: 'kim@home.example', role: 'other' },
  ]);
});

it('finds the addresses of long headers without parsing them', () => {
  const many = Array.from({ length: 900 }, (_, index) => `"O, ${index}" <o${index}@home.example>`);
  const to = `${many.join(', ')}, Lee <Lee@Acme.com>`;
  const found = headPeople({
    ...none,
    sender: ['Bob <bob@acme.com>'],
    to: [to],
    cc: ['(Kim)kim@b.example'],
  });
  expect(found).toHaveLength(903);
  expect(found[0]).toEqual({ name: '', email: 'bob@acme.com', role: 'from' });
  expect(found.slice(-2)).toEqual([
    { name: '', email: 'lee@acme.com', role: 'to' },
    { name: '', email: 'kim@b.example', role: 'cc' },
  ]);
});

it('finds no address in long headers that contain none', () => {
  const odd = ['@'.repeat(100_000), '<'.repeat(50_000), `${'a'.repeat(50_000)}@b.example`, 'a@@b'];
  expect(headPeople({ ...none, from: odd })).toEqual([]);
});
