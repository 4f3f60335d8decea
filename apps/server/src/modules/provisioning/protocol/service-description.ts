import type { Config } from '#src/config.ts';
import { limits } from '@repo/contract/limits';
import { baseAddress } from './base-address.ts';
import { choose, listBody } from './read-list-query.ts';
import { noSuch } from './scim-error.ts';
import type { ScimHandlers } from './scim-call.ts';
import { GROUP_SCHEMA } from './group-resource.ts';
import { USER_SCHEMA } from './user-resource.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

/** Describes the service (RFC 7643, sections 5 to 7): the schemas have only the attributes that are used. */
export function describeService({ config }: { config: Config }): ScimHandlers {
  const base = baseAddress(config);
  const all = { startIndex: 1 };
  const types = [
    resourceType(base, 'User', '/Users', USER_SCHEMA),
    resourceType(base, 'Group', '/Groups', GROUP_SCHEMA),
  ];
  const schemas = [userSchema(base), groupSchema(base)];
  return {
    'GET /ServiceProviderConfig': {
      handle: async ({ query }) => ({ body: choose(serviceConfig(base), query) }),
    },
    'GET /ResourceTypes': {
      handle: async () => ({ body: listBody(all, types.length, types) }),
    },
    'GET /ResourceTypes/:id': {
      handle: async ({ id }) => ({ body: oneOf(types, id, 'Resource type') }),
    },
    'GET /Schemas': { handle: async () => ({ body: listBody(all, schemas.length, schemas) }) },
    'GET /Schemas/:id': { handle: async ({ id }) => ({ body: oneOf(schemas, id, 'Schema') }) },
  };
}

function oneOf(all: readonly { id: string }[], id: string, what: string): object {
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (found === undefined) throw noSuch(what);
  return found;
}

const no = { supported: false };

const serviceConfig = (base: string) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: limits.provisioningPageSize },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token',
      description: 'A token that an administrator of this server creates for the organization.',
      primary: true,
    },
  ],
  meta: metaOf(base, 'ServiceProviderConfig', '/ServiceProviderConfig'),
});

const metaOf = (base: string, resourceType: string, path: string) => ({
  resourceType,
  location: `${base}${path}`,
});

const resourceType = (base: string, name: string, endpoint: string, schema: string) => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  endpoint,
  schema,
  meta: metaOf(base, 'ResourceType', `/ResourceTypes/${name}`),
});

/** Fields of an attribute where they differ from those of most. */
interface Different {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readOnly' | 'readWrite' | 'immutable';
  returned?: 'default' | 'always' | 'request';
  uniqueness?: 'none' | 'server';
  subAttributes?: object[];
  referenceTypes?: string[];
}

const attribute = (name: string, description: string, different: Different = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...different,
});

const userSchema = (base: string) => ({
  schemas: [`${CORE}:Schema`],
  id: USER_SCHEMA,
  name: 'User',
  description: 'A user with an address of a verified domain of the organization.',
  attributes: [
    attribute('userName', 'The name by which the provider knows the user.', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('name', 'The parts of the name, where there is no displayName.', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name.'),
        attribute('givenName', 'The first name.'),
        attribute('familyName', 'The last name.'),
      ],
    }),
    attribute('displayName', 'The name that colleagues see.'),
    attribute(
      'emails',
      'The address at the provider. The address here stays that of the beginning.',
      {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'The address.'),
          attribute('type', 'Always work.'),
          attribute('primary', 'Always true.', { type: 'boolean' }),
        ],
      },
    ),
    attribute('active', 'Whether the user can use the product.', { type: 'boolean' }),
  ],
  meta: metaOf(base, 'Schema', `/Schemas/${USER_SCHEMA}`),
});

const groupSchema = (base: string) => ({
  schemas: [`${CORE}:Schema`],
  id: GROUP_SCHEMA,
  name: 'Group',
  description: 'A group of users of the organization.',
  attributes: [
    attribute('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
    attribute('members', 'The users in the group.', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The id of the user.', { mutability: 'immutable', caseExact: true }),
        attribute('display', 'The name of the user.', { mutability: 'readOnly' }),
        attribute('type', 'Always User.', { mutability: 'immutable' }),
      ],
    }),
  ],
  meta: metaOf(base, 'Schema', `/Schemas/${GROUP_SCHEMA}`),
});
