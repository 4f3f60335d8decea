import { expect, test } from 'vitest';
import { activityHeadline, activityTitle } from './activity-text.ts';

const participants = [{ name: 'Ada', email: 'ada@acme.example', role: 'other' }];

test('each type has its own wording', () => {
  const headline = (type: string) => activityHeadline({ type, participants });
  expect(headline('conversation')).toBe('Conversation with Ada');
  expect(headline('email')).toBe('Email from Ada');
  expect(headline('calendar')).toBe('Meeting with Ada');
  expect(headline('call')).toBe('call activity');
});

test('each type has its own default title', () => {
  const title = (type: string) => activityTitle({ type, title: ' ' });
  expect(['conversation', 'email', 'calendar', 'call', 'constructor'].map(title)).toEqual([
    'Email conversation',
    'Email',
    'Calendar Event',
    'No title',
    'No title',
  ]);
  expect(activityTitle({ type: 'email', title: 'Hello' })).toBe('Hello');
});
