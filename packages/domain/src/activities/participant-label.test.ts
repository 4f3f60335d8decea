import { expect, test } from 'vitest';
import { participantLabel, participantName } from './participant-label.ts';

const ada = { name: 'Ada Okafor', email: 'ada@acme.example' };
const tom = { name: '', email: 'tom@northwind.example' };
const nobody = { name: '  ', email: '' };

test('a participant is called by name, else by address, else Unknown', () => {
  expect([ada, tom, nobody, {}].map(participantName)).toEqual([
    'Ada Okafor',
    'tom@northwind.example',
    'Unknown',
    'Unknown',
  ]);
});

test('with a sender and recipients, the first sender to the recipients', () => {
  expect(
    participantLabel([
      { ...tom, role: 'to' },
      { ...ada, role: 'from' },
      { ...nobody, role: 'from' },
      { ...nobody, role: 'to' },
      { name: 'Copied', email: 'c@acme.example', role: 'cc' },
    ]),
  ).toBe('Ada Okafor to tom@northwind.example, Unknown');
});

test('otherwise the others', () => {
  expect(
    participantLabel([
      { ...ada, role: 'other' },
      { ...tom, role: 'other' },
    ]),
  ).toBe('Ada Okafor, tom@northwind.example');
  expect(
    participantLabel([
      { ...ada, role: 'from' },
      { ...tom, role: 'cc' },
    ]),
  ).toBe('tom@northwind.example');
});

test('all participants when there are no others, and never nothing', () => {
  expect(participantLabel([{ ...ada, role: 'from' }])).toBe('Ada Okafor');
  expect(participantLabel([])).toBe('Unknown');
});
