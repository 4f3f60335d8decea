import type { TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';

export type Body = Record<string, unknown>;

export interface ScimAnswer {
  status: number;
  /** Empty where the answer has no body. */
  body: Body;
  headers: Record<string, unknown>;
}

/** How a provider of an organization calls. */
export type Provider = Awaited<ReturnType<ReturnType<typeof createProviders>>>;

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Organizations, each with a verified domain and a provider that has a token. */
export function createProviders(app: TestApp) {
  let made = 0;
  let admin: MadePerson | undefined;

  return async function provider() {
    made += 1;
    admin ??= await app.make.person({ is_admin: true });
    const { token: adminToken } = admin;
    const organization = await app.make.organization();
    const domain = `provisioned${made}.example`;
    await app.db
      .insertInto('sso_domains')
      .values({
        organization_id: organization.id,
        domain,
        token: 'proven',
        verified_at: new Date(),
      })
      .execute();
    const created = await app.call('POST /api/admin/organizations/{id}/provisioning/tokens', {
      token: adminToken,
      params: { id: organization.id },
    });
    const { token } = created.data;
    const call = (method: string, path: string, body?: object) =>
      callScim(app, { method, path, token, body });
    return {
      organization,
      domain,
      token,
      admin,
      call,
      get: (path: string) => call('GET', path),
      patch: (path: string, ...operations: Body[]) =>
        call('PATCH', path, { schemas: [PATCH], Operations: operations }),
      find: (filter: string) => call('GET', `/Users?filter=${encodeURIComponent(filter)}`),
      /** Creates a user as Microsoft Entra ID does, and returns the id. */
      create: async (name: string, given: Body = {}) => {
        const answer = await call('POST', '/Users', newUser(`${name}@${domain}`, given));
        return String(answer.body['id']);
      },
      read: async () => {
        const { data } = await app.call('GET /api/admin/organizations/{id}/provisioning', {
          token: adminToken,
          params: { id: organization.id },
        });
        return data.provisioning;
      },
    };
  };
}

export const newUser = (userName: string, given: Body = {}): Body => ({
  schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `external of ${userName}`,
  userName,
  active: true,
  displayName: `Name of ${userName.split('@')[0]}`,
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Given Family', familyName: 'Family', givenName: 'Given' },
  roles: [],
  ...given,
});

interface Call {
  method: string;
  path: string;
  token?: string | undefined;
  body?: object | string | undefined;
}

export async function callScim(app: TestApp, { method, path, token, body }: Call) {
  const answer = await app.app.inject({
    method: method as 'GET',
    url: `/scim/v2${path}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const { statusCode, headers } = answer;
  const parsed = answer.body === '' ? {} : (JSON.parse(answer.body) as Body);
  return { status: statusCode, body: parsed, headers } satisfies ScimAnswer;
}

/** Makes a user with an address of a provider's domain, as there were before provisioning. */
export const makeOwn = (app: TestApp, { domain }: { domain: string }, name: string) =>
  app.make.person({ email: `${name}@${domain}`, name });

/** A workspace of an organization, with an owner from elsewhere. */
export async function makeWorkspace(app: TestApp, organization: Made) {
  const workspace = await app.make.workspace({ organization_id: organization.id });
  const owner = await app.make.person();
  await app.make.membership(workspace.id, owner.id, 'owner');
  return { ...workspace, owner };
}
