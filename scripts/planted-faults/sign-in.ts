import type { PlantedFault } from './planted-fault.ts';

export const signInFaults: readonly PlantedFault[] = [
  {
    name: 'a fault of the server is told in its own words',
    find: "return message.includes('Internal server error') ? OUR_END : undefined;",
    replace: 'return undefined;',
    tests: ['auth/login'],
  },
  {
    name: 'a form that failed forgets what was typed',
    find: 'setProblem((await options.submit(values)) ?? {});',
    replace: 'setProblem((await options.submit(values)) ?? {});\n      setValues(options.initial);',
    tests: ['auth/login', 'auth/reset-password'],
  },
  {
    name: 'a response without a token signs in',
    find: "if (typeof data?.token === 'string' && data.token !== '' && user !== undefined) {",
    replace:
      'if (error === undefined) {\n    if (user === undefined || !data?.token) return { success: true };',
    tests: ['auth/login'],
  },
  {
    name: 'a request waits for ever',
    find: 'const timer = setTimeout(() => controller.abort(timeoutError()), timeLeft);',
    replace: 'const timer = setTimeout(() => {}, timeLeft);',
    tests: ['lib/api/api-request'],
  },
  {
    name: 'an address of another host is returned to after signing in',
    find: "if (url.origin !== window.location.origin) return '/';",
    replace: 'if (url.origin !== window.location.origin) return origin;',
    tests: ['app/sign-in-redirect'],
  },
  {
    name: 'any text with an @ counts as an email address',
    find: 'return /^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$/.test(text);',
    replace: "return text.includes('@');",
    tests: ['auth/request-password-reset'],
  },
  {
    name: 'a short password is sent',
    find: 'if (password.length < limits.minimumPasswordLength) {',
    replace: 'if (password.length < 0) {',
    tests: ['auth/reset-password'],
  },
  {
    name: 'a password with the address is taken',
    find: 'return password.includes(email) || (name.length >= MIN_NAME_LENGTH && password.includes(name));',
    replace: 'return password === email;',
    tests: ['require-password'],
  },
  {
    name: 'two different passwords are accepted',
    find: "return confirmation === password ? undefined : 'Passwords do not match';",
    replace: 'return confirmation === password ? undefined : undefined;',
    tests: ['auth/reset-password'],
  },
  {
    name: 'a reset without a token can be filled in',
    find: 'const missing = token === undefined;',
    replace: 'const missing = false;',
    tests: ['auth/reset-password'],
  },
  {
    name: 'a stored token that no header can hold is sent',
    find: 'return token !== undefined && SENDABLE_TOKEN.test(token) ? token : undefined;',
    replace: "return token !== undefined && token !== '' ? token : undefined;",
    tests: ['app/require-session'],
  },
  {
    name: 'a workspace is remembered for ever',
    find: 'return age <= limits.activeWorkspaceDays * DAY_MS ? id : undefined;',
    replace: 'return age <= Number.MAX_VALUE ? id : undefined;',
    tests: ['routes/home'],
  },
  {
    name: 'why the workspaces cannot be had is not told',
    find: "reason === '' ? FETCH_FAILURE : `${FETCH_FAILURE}: ${reason}`;",
    replace: "reason === '' ? FETCH_FAILURE : FETCH_FAILURE;",
    tests: ['routes/home'],
  },
  {
    name: 'a menu of no workspaces is empty',
    find: 'return <DropdownMenuNote>No workspaces available</DropdownMenuNote>;',
    replace: 'return null;',
    tests: ['shell/top-bar', 'routes/workspace'],
  },
  {
    name: 'a page of a workspace that cannot be had waits for ever',
    find: 'if (error !== null) {\n    return (\n      <ErrorState\n        headingLevel={1}\n        title="Failed to load workspace"',
    replace:
      'if (error === undefined) {\n    return (\n      <ErrorState\n        headingLevel={1}\n        title="Failed to load workspace"',
    tests: ['routes/workspace'],
  },
  {
    name: 'a new API key stays on the page after it was shown',
    find: 'onClosed: () => setKey(undefined)',
    replace: 'onClosed: () => {}',
    tests: ['app/routes/api-keys'],
  },
  {
    name: 'an API key without a scope is sent',
    find: "scopes: scopes.length === 0 ? 'Choose at least one scope' : undefined,\n      currentPassword:\n",
    replace: 'scopes: undefined,\n      currentPassword:\n',
    tests: ['app/routes/api-keys'],
  },
  {
    name: 'an API key is revoked without a confirmation',
    find: 'setRevoked(key);\n                setRevoking(true);',
    replace: 'setRevoked(undefined);',
    tests: ['app/routes/api-keys'],
  },
  {
    name: 'the second step of signing in sends a recovery code as a code',
    find: 'submit: (codes) => submit({ [kind]: codes[kind].trim() }, kind),',
    replace: 'submit: (codes) => submit({ code: codes[kind].trim() }, kind),',
    tests: ['auth/second-step'],
  },
  {
    name: 'a fresh proof sends a recovery code as a code',
    find: 'submit: (codes) => submit({ [kind]: codes[kind].trim() }, kind),',
    replace: 'submit: (codes) => submit({ code: codes[kind].trim() }, kind),',
    tests: ['routes/second-factor'],
  },
  {
    name: 'an expired second step leaves the reader on its page',
    find: "if (problem.code !== 'UNAUTHENTICATED') return formProblem(",
    replace: 'if (problem.code !== undefined) return formProblem(',
    tests: ['auth/second-step'],
  },
  {
    name: 'what needs a fresh proof is sent again without one',
    find: 'return (await prove()) ? send() : undefined;',
    replace: 'return send();',
    tests: ['routes/second-factor'],
  },
  {
    name: 'recovery codes are not shown after the set-up',
    find: "if (made === null) toast.success('The other app is set up');\n          else setCodes(made);",
    replace: "if (made === null) toast.success('The other app is set up');",
    tests: ['routes/second-factor'],
  },
  {
    name: 'the key of an administrator acts as one without a scope of administration',
    find: 'holder.isAdmin && holder.scopes.includes(needed)',
    replace: 'holder.isAdmin',
    tests: ['authorization/keys'],
  },
  {
    name: 'a key invites an administrator',
    find: 'body.isAdmin === true && isKeyHolder(person)',
    replace: 'false',
    tests: ['authorization/keys', 'cli/administered-server'],
  },
  {
    name: 'a key takes the rights of an administrator',
    find: 'sparesAdministrators && (before.isAdmin || after.isAdmin)',
    replace: 'sparesAdministrators && after.isAdmin',
    tests: ['admin/update-user'],
  },
];
