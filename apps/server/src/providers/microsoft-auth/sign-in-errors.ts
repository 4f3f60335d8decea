import type { ProviderErrorKind } from '#modules/integrations/provider-error.ts';

/** The meaning of a refused sign-in. */
export interface SignInError {
  kind: ProviderErrorKind;
  /** For users; `SERVICE` stands for the name of the service. */
  says: string;
  /** For the operator of this server. */
  operator?: string;
  /** Whether an administrator of the user's company has to approve the application first. */
  needsApproval?: true;
}

const approval: SignInError = {
  kind: 'reauthorize',
  says: 'An administrator of your organization has to approve access to SERVICE first.',
  needsApproval: true,
};
const policy: SignInError = {
  kind: 'reauthorize',
  says: 'A policy of your organization requires you to sign in again. Connect SERVICE again.',
};
const expired: SignInError = {
  kind: 'reauthorize',
  says: 'SERVICE no longer grants access. Connect it again.',
};
const busy: SignInError = { kind: 'temporary', says: 'The sign-in of Microsoft failed.' };
const usedTwice: SignInError = {
  kind: 'reauthorize',
  says: 'This answer of Microsoft was used before. Connect SERVICE again.',
};
const unavailable = 'SERVICE is temporarily unavailable.';
const misconfigured = (operator: string): SignInError => ({
  kind: 'misconfigured',
  says: unavailable,
  operator,
});
const wrongSecret = misconfigured(
  'Microsoft refuses the client secret of this server. Create a new one and set MICROSOFT_CLIENT_SECRET to its value, not to its id.',
);
const wrongCloud = misconfigured(
  'The tenant belongs to another cloud of Microsoft. Set MICROSOFT_CLOUD.',
);

/**
 * By the number in `AADSTS…`
 * (https://learn.microsoft.com/entra/identity-platform/reference-error-codes).
 */
const byCode: Readonly<Record<number, SignInError>> = {
  65001: approval,
  90094: approval,
  90095: approval,
  900941: approval,
  65004: { kind: 'permanent', says: 'You declined access to SERVICE.' },
  50105: {
    kind: 'reauthorize',
    says: 'You are not assigned to this application. Ask your administrator to assign you, then connect SERVICE.',
  },
  53000: policy,
  53001: policy,
  53002: policy,
  53003: policy,
  530032: policy,
  50076: policy,
  50079: policy,
  50158: policy,
  50173: expired,
  70000: expired,
  70008: expired,
  70043: expired,
  700082: expired,
  50057: {
    kind: 'reauthorize',
    says: 'Your Microsoft account is disabled. Ask your administrator, then connect SERVICE again.',
  },
  50020: {
    kind: 'reauthorize',
    says: 'This account belongs to another organization. Connect SERVICE with your work account.',
  },
  50194: misconfigured(
    'The application is registered for one tenant. Set MICROSOFT_TENANT to its id.',
  ),
  90002: misconfigured('Microsoft does not know the tenant. Check MICROSOFT_TENANT.'),
  7000215: wrongSecret,
  7000222: misconfigured(
    'The client secret of this server has expired. Create a new one and set MICROSOFT_CLIENT_SECRET.',
  ),
  700016: misconfigured(
    'Microsoft does not know the application. Check MICROSOFT_CLIENT_ID and MICROSOFT_TENANT.',
  ),
  650052: misconfigured('The tenant has no subscription for what the application needs.'),
  650056: misconfigured('The registration at Microsoft lacks permissions. Add them.'),
  650057: misconfigured('The registration at Microsoft lacks permissions. Add them.'),
  50011: misconfigured(
    'The redirect address is not registered at Microsoft. The doctor of the command line shows it.',
  ),
  90033: busy,
  90006: busy,
  50033: busy,
  50087: busy,
  90024: busy,
  54005: usedTwice,
  50196: usedTwice,
  900432: wrongCloud,
  900382: wrongCloud,
  90038: wrongCloud,
};

/** By the name of the error (RFC 6749), for codes that are not known. */
const byName: Readonly<Record<string, SignInError>> = {
  invalid_grant: expired,
  interaction_required: policy,
  login_required: policy,
  consent_required: approval,
  access_denied: { kind: 'permanent', says: 'You declined access to SERVICE.' },
  invalid_client: wrongSecret,
  unauthorized_client: misconfigured(
    'Microsoft refuses the application. Check MICROSOFT_CLIENT_ID and MICROSOFT_TENANT.',
  ),
  temporarily_unavailable: busy,
};

/**
 * Explains an error of Microsoft's sign-in.
 *
 * @param error the OAuth name of the error.
 * @param description Microsoft's message, which begins with the code.
 * @returns undefined when nothing is known about it.
 */
export function explainSignIn(error: string, description: string): SignInError | undefined {
  const [, code] = /\bAADSTS(\d{1,9})\b/.exec(description.slice(0, MAX_SEARCHED)) ?? [];
  const known = code === undefined ? undefined : byCode[Number(code)];
  return known ?? (Object.hasOwn(byName, error) ? byName[error] : undefined);
}

/** Codes are at the beginning of a description. */
const MAX_SEARCHED = 500;
