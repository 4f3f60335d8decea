import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAuth } from './auth-provider.tsx';

test('the session is not to be had outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Stray = () => <>{useAuth().token}</>;
  expect(() => render(<Stray />)).toThrow('useAuth was called outside AuthProvider');
  vi.restoreAllMocks();
});
