import type { PlantedFault } from './planted-fault.ts';

const attacks = ['single-sign-on-attacks'];
const signingIn = ['single-sign-on/single-sign-on.test'];
const required = ['required-single-sign-on'];
const logout = ['back-channel-logout'];
const links = ['own-links'];

/** Of single sign-on: each takes out a check, and the attack that it stops succeeds. */
export const singleSignOnFaults: readonly PlantedFault[] = [
  {
    name: 'an ID token that a stranger signed signs in',
    find: 'execute: [oidc.enableNonRepudiationChecks, oidc.allowInsecureRequests]',
    replace: 'execute: [oidc.allowInsecureRequests]',
    tests: attacks,
  },
  {
    name: 'an ID token from the future signs in',
    find: 'if (iat > now + CLOCK_TOLERANCE_SECONDS) {',
    replace: 'if (iat > now * 2) {',
    tests: attacks,
  },
  {
    name: 'an ID token of yesterday signs in',
    find: 'if (iat < now - MAX_TOKEN_AGE_SECONDS) {',
    replace: 'if (iat < 0) {',
    tests: attacks,
  },
  {
    name: 'the state of a sign-in works twice',
    find: ' || !(await takeToken(db, state, limits.ssoMinutes))',
    replace: '',
    tests: attacks,
  },
  {
    name: 'the code of a sign-in works twice',
    find: ' || !(await takeToken(db, code, minutesOf(kind)))',
    replace: '',
    tests: attacks,
  },
  {
    name: 'the code of a sign-in works in another tab',
    find: 'return isOwn ? handOver : undefined;',
    replace: 'return handOver;',
    tests: attacks,
  },
  {
    name: 'the answer to one organization signs in to another',
    find: 'connection?.id !== begun.connectionId',
    replace: 'connection === undefined',
    tests: attacks,
  },
  {
    name: 'the same subject at another issuer is the same user',
    find: "    .select(['users.id', 'users.is_active as isActive'])\n    .where('connection_id', '=', id)\n    .where('issuer', '=', issuer)\n",
    replace:
      "    .select(['users.id', 'users.is_active as isActive'])\n    .where('connection_id', '=', id)\n",
    tests: attacks,
  },
  {
    name: 'any organization vouches for the addresses of all domains',
    find: 'const isOurs = isVerified && (await isDomainOf(',
    replace: 'const isOurs = isVerified || (await isDomainOf(',
    tests: attacks,
  },
  {
    name: 'a provider that hangs holds a sign-in for ever',
    find: 'AbortSignal.timeout(timeoutMs);\n    try {\n      return await request(',
    replace: 'AbortSignal.timeout(60_000);\n    try {\n      return await request(',
    tests: attacks,
  },
  {
    name: 'the answer of a provider fills the memory',
    find: 'size <= MAX_ANSWER_BYTES',
    replace: 'size <= Infinity',
    tests: attacks,
  },
  {
    name: 'a provider leads into the network of the server',
    find: 'new URL(address),\n',
    replace: "new URL(address.replace('inner.example', '127.0.0.1')),\n",
    tests: attacks,
  },
  {
    name: 'an address that nobody has verified leads to its user',
    find: "claims['email_verified'] === true || connection.trustsEmails",
    replace: "claims['email_verified'] !== false || connection.trustsEmails",
    tests: signingIn,
  },
  {
    name: 'the stored client secret is sent to another provider',
    find: 'const isSame = before?.issuer === issuer && before.client_id === clientId;',
    replace: 'const isSame = before !== undefined;',
    tests: signingIn,
  },
  {
    name: 'another user is connected in the place of the one whose address it is',
    find: 'handOver === undefined || handOver.userId !== person.id',
    replace: 'handOver === undefined',
    tests: signingIn,
  },
  {
    name: 'users are created where that is switched off',
    find: "if (user === undefined && !connection.createsUsers) throw new SignInProblem('no-account');",
    replace: '',
    tests: signingIn,
  },
  {
    name: 'a password is checked although single sign-on is required',
    find: 'await refuseRequiredDomain(db, email);\n',
    replace: '',
    tests: required,
  },
  {
    name: 'another way opens a session although single sign-on is required',
    find: ".where((where) => where.not(needsSingleSignOn(where.ref('users.email'), ssoConnectionId)))",
    replace: '',
    tests: required,
  },
  {
    name: 'a reset link is sent although single sign-on is required',
    find: "      .where((where) => where.not(needsSingleSignOn(where.ref('email'))))\n",
    replace: '',
    tests: required,
  },
  {
    name: 'the administrator who is the way back in signs in without an entry in the log',
    find: '    await noteBreakGlassUsed({ db, jobs }, user);\n',
    replace: '',
    tests: required,
  },
  {
    name: 'a sign-in at the provider proves the second factor',
    find: '      isProven: false,\n',
    replace: '',
    tests: ['proof-of-factor'],
  },
  {
    name: 'a provider that hangs keeps the users of others out',
    find: ' || ofProvider >= MAX_REQUESTS_PER_PROVIDER',
    replace: '',
    tests: attacks,
  },
  {
    name: 'the administrator who is the way back in can be deactivated',
    find: 'if (lost === undefined) return;',
    replace: 'if (lost === undefined || Boolean(lost)) return;',
    tests: ['break-glass'],
  },
  {
    name: 'an invitation gives a password to a user of the company',
    find: '  or exists (select from sso_identities identity where identity.user_id = users.id)\n',
    replace: '',
    tests: ['invited-employee'],
  },
  {
    name: 'a logout token that a stranger signed ends sessions',
    find: '    await verify(known).catch(async (error: unknown) => {',
    replace: '    await Promise.resolve().catch(async (error: unknown) => {',
    tests: logout,
  },
  {
    name: 'an ID token ends sessions',
    find: "  if ('nonce' in claims) refuse('a nonce');\n",
    replace: '',
    tests: logout,
  },
  {
    name: 'a token about another event ends sessions',
    find: '!Object.hasOwn(events, EVENT) || !isObject(events[EVENT])',
    replace: 'Object.keys(events).length === 0',
    tests: logout,
  },
  {
    name: 'an old logout token ends sessions',
    find: '!(Math.abs(now - iat) <= MAX_LOGOUT_AGE_SECONDS)',
    replace: 'iat < 0',
    tests: logout,
  },
  {
    name: 'a logout token works twice',
    find: "if (attempts > 1) throw new LogoutRefusedError('The logout token was used.');",
    replace: 'if (attempts > 1e6) return 0;',
    tests: logout,
  },
  {
    name: 'the logout of one organization ends the sessions of another',
    find: 'where person.id = session.user_id and sso_connection_id = ${connection.id}',
    replace: 'where person.id = session.user_id',
    tests: logout,
  },
  {
    name: 'a sign-in that is on its way outlives its logout',
    find: '(await hasEnded(db, connectionId, sid))',
    replace: 'false',
    tests: logout,
  },
  {
    name: 'forged logouts hammer the provider',
    find: 'if (kept.reads.length >= MAX_READS_PER_MINUTE) {',
    replace: 'if (kept.reads.length >= 1e6) {',
    tests: logout,
  },
  {
    name: 'after a change of keys no logout works',
    find: 'return verify(await providers.findAfter(known, provider));',
    replace: 'throw error;',
    tests: logout,
  },
  {
    name: 'a sign-out page that is a script opens',
    find: "if (!/^https?:$/.test(address.protocol)) throw new Error('The sign-out page is no page.');",
    replace: '',
    tests: ['sign-out-there'],
  },
  {
    name: 'everyone who signs out is signed out of their whole company',
    find: "      .where('signs_out_there', '=', true)\n",
    replace: '',
    tests: ['sign-out-there'],
  },
  {
    name: 'a user removes the link of another',
    find: '    where identity.user_id = ${userId}\n    order by',
    replace: '    order by',
    tests: links,
  },
  {
    name: 'the last way in is removed',
    find: "if (whyKept !== null) throw new AppError('CONFLICT', whyKept);",
    replace: '',
    tests: links,
  },
  {
    name: 'two removals at once leave no way in',
    find: '    await lockWaysIn(tx, person.id);\n',
    replace: '',
    tests: links,
  },
  {
    name: 'a passkey that needs the password counts as another way in',
    find: 'and passkey.verifies_user and passkey.rp_id',
    replace: 'and passkey.rp_id',
    tests: links,
  },
  {
    name: 'the sessions of a removed link go on',
    find: "      .where('sso_connection_id', '=', link.connectionId)\n",
    replace: "      .where('id', '=', person.sessionId)\n",
    tests: links,
  },
];
