import SCIMMY from 'scimmy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { type Body, createProviders, type Provider } from './provisioning-lab.fixture.ts';

/** The answers, read by a SCIM library by other hands, which refuses what the schemas of RFC 7643 do not have. */
let app: TestApp;
let provider: Provider;
let user: Body;
let group: Body;
beforeAll(async () => {
  app = await createTestApp();
  provider = await createProviders(app)();
  const id = await provider.create('ann');
  user = (await provider.get(`/Users/${id}`)).body;
  const members = [{ value: id }];
  group = (await provider.call('POST', '/Groups', { displayName: 'Sales', members })).body;
});
afterAll(() => app.close());

const { User, Group, ServiceProviderConfig, ResourceType } = SCIMMY.Schemas;
/** Without attributes that have no value, in the order of the names. */
const plain = (resource: object): unknown => JSON.parse(JSON.stringify(resource)) as unknown;

test('reads a user and a group, and loses nothing of them', () => {
  expect(plain(new User(user, 'out'))).toEqual(user);
  expect(plain(new Group(group, 'out'))).toEqual(group);
});

test.each<[Body, string]>([
  [{ active: 'True' }, "expected value type 'boolean'"],
  [{ id: undefined }, "'id' is missing"],
  [{ emails: 'ann' }, 'expected to be a collection'],
  [{ schemas: ['urn:other'] }, 'incompatible'],
])('would refuse a user with %j', (wrong, message) => {
  expect(() => new User({ ...user, ...wrong }, 'out')).toThrow(message);
});

describe('reads lists', () => {
  test.each(['/Users', '/Groups', '/Schemas', '/ResourceTypes'])('of %s', async (path) => {
    const { body } = await provider.get(path);
    const list = new SCIMMY.Messages.ListResponse(body as never);
    expect(plain(list)).toEqual(body);
  });
});

test('reads the description of the service and of its resources', async () => {
  const { body } = await provider.get('/ServiceProviderConfig');
  // It knows no `primary` of an authentication scheme (RFC 7643, section 5).
  expect(body).toMatchObject(plain(new ServiceProviderConfig(body as never)) as Body);
  const types = (await provider.get('/ResourceTypes')).body['Resources'] as Body[];
  for (const type of types) expect(plain(new ResourceType(type as never))).toEqual(type);
});

test('builds the schemas from their descriptions, and by them reads what they describe', async () => {
  const schemas = (await provider.get('/Schemas')).body['Resources'] as Body[];
  const resources = new Map([user, group].map((one) => [(one['schemas'] as string[])[0], one]));
  expect(schemas).toHaveLength(resources.size);
  for (const { name, id, description, attributes } of schemas) {
    const built = (attributes as Body[]).map(attributeOf);
    const definition = new SCIMMY.Types.SchemaDefinition(
      String(name),
      String(id),
      String(description),
      built,
    );
    const resource = resources.get(String(id)) ?? {};
    expect(plain(definition.coerce(resource, 'out'))).toEqual(resource);
    // It leaves out what its type does not have, such as caseExact of a boolean.
    expect(attributes).toMatchObject(plain(definition.describe()['attributes']) as Body[]);
  }
});

type Attribute = InstanceType<typeof SCIMMY.Types.Attribute>;

const attributeOf = ({ type, name, mutability, subAttributes = [], ...config }: Body): Attribute =>
  new SCIMMY.Types.Attribute(
    type as never,
    String(name),
    { ...config, mutable: mutability } as never,
    (subAttributes as Body[]).map(attributeOf),
  );
