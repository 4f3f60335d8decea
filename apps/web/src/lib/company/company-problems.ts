import type { SsoProblem } from '@repo/contract/single-sign-on';

/** Why a sign-in at the company came to nothing, and how to go on. */
export const companyProblems: Record<SsoProblem, string> = {
  'unknown-company':
    'No company with this email domain signs in here. Check the address, or sign in with your password.',
  unreachable:
    'The sign-in page of your company cannot be reached. Try again in a minute, or ask your administrator.',
  refused:
    'The sign-in at your company could not be verified. Try again. If it happens again, ask your administrator: the reason is on the page of the connection.',
  cancelled: 'You cancelled the sign-in at your company.',
  expired: 'This sign-in has expired. Sign in with your company again.',
  'no-email': 'Your company did not send your email address. Ask your administrator.',
  'no-account': 'You have no account here yet. Ask your administrator for an invitation.',
  inactive: 'Your account here is not active. Ask your administrator.',
  'other-account':
    'You signed in at your company with another account than here, so this does not confirm that it is you.',
  'no-proof':
    'Your company did not confirm that you have just signed in there. Sign out here and sign in again instead.',
  busy: 'Too many people are signing in at the moment. Try again in a minute.',
};
