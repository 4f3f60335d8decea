import type { TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';

/** A workspace with two members and three accounts, and the calls of one of them that concern tags. */
export async function createTagsLab(app: TestApp) {
  const { id: workspaceId } = await app.make.workspace();
  const ann = await app.make.member(workspaceId, { name: 'Ann' });
  const bob = await app.make.member(workspaceId, { name: 'Bob' });
  const params = { workspaceId };
  const ids: string[] = [];
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    const { data } = await app.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: [`${name.toLowerCase()}.example`], workspaceId, name },
    });
    ids.push(data.results[0]?.workspaceAccount?.id ?? '');
  }
  const [alpha = '', beta = '', gamma = ''] = ids;
  const create = (name: string, { token }: Pick<MadePerson, 'token'> = ann) =>
    app.call('POST /api/workspaces/{workspaceId}/tags', { token, params, body: { name } });
  const list = async (query: { includeCounts?: string; tags?: string } = {}) =>
    (await app.call('GET /api/workspaces/{workspaceId}/tags', { token: ann.token, params, query }))
      .data.tags;
  type Change = { accountId: string; add?: string[]; remove?: string[] };
  const change = (changes: Change[], { token }: Pick<MadePerson, 'token'> = ann) =>
    app.call('PUT /api/workspaces/{workspaceId}/accounts/tags', {
      token,
      params,
      body: { changes },
    });
  /** The names of the accounts, each with the names of its tags. */
  const tagged = async (query: { tags?: string } = {}) => {
    const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: bob.token,
      params,
      query: { limit: '10', includeTags: 'true', ...query },
    });
    const names = data.accounts.map(({ name, tags = [] }) => [name, tags.map((tag) => tag.name)]);
    return Object.fromEntries(names) as Record<string, string[]>;
  };
  return {
    workspaceId,
    ann,
    bob,
    alpha,
    beta,
    gamma,
    create,
    list,
    change,
    tagged,
    make: async (name: string) => (await create(name)).data.tag.id,
    update: (
      tagId: string,
      body: { name?: string; color?: 'red' | 'pink'; merge?: boolean },
      { token } = ann,
    ) =>
      app.call('PATCH /api/workspaces/{workspaceId}/tags/{tagId}', {
        token,
        params: { workspaceId, tagId },
        body,
      }),
    remove: (tagId: string, { token }: Pick<MadePerson, 'token'> = ann) =>
      app.call('DELETE /api/workspaces/{workspaceId}/tags/{tagId}', {
        token,
        params: { workspaceId, tagId },
      }),
  };
}

export type TagsLab = Awaited<ReturnType<typeof createTagsLab>>;
