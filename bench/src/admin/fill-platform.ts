import pg from 'pg';
import { createToken, hashToken } from '../../../apps/server/src/platform/secrets/token.ts';

export interface Platform {
  people: number;
  organizations: number;
  /** In each organization. */
  workspaces: number;
}

const first =
  "array['maya','elijah','noor','tomas','ines','jonas','priya','liam','olga','hugo','amara','sven','ruth','kenji','fatima']";
const last =
  "array['lindqvist','berg','okafor','silva','novak','haddad','tanaka','moreau','keller','jensen','rossi','dubois','kowalski','ibrahim','svensson','oconnor','mbeki']";
const pick = (list: string, by: string) => `(${list})[1 + (${by}) % array_length(${list}, 1)]`;

/**
 * So many people, made one after the other, each a member of three workspaces of one or two
 * organizations.
 *
 * @returns the token of an administrator's session.
 */
export async function fillPlatform(databaseUrl: string, size: Platform): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { people, organizations, workspaces } = size;
    await client.query(
      `insert into organizations (name, slug, created_at)
      select initcap(${pick(last, 'n')}) || ' ' || n, ${pick(last, 'n')} || '-' || n,
        now() - (${organizations} - n) * interval '1 hour'
      from generate_series(1, ${organizations}) n`,
    );
    await client.query(
      `insert into workspaces (organization_id, name, slug, created_at)
      select id, ${pick("array['Sales','Support','Success','Field','Partners']", 'n')}, 'team-' || n, created_at
      from organizations cross join generate_series(1, ${workspaces}) n`,
    );
    await client.query(
      `insert into users (email, name, created_at)
      select given || '.' || family || n || '@' || family || '.example',
        initcap(given) || ' ' || initcap(family), now() - (${people} - n) * interval '1 minute'
      from (select n, ${pick(first, 'n * 7')} as given,
        ${pick(last, 'n * 11')} || substr(md5(n::text), 1, 3) as family
        from generate_series(1, ${people}) n) person`,
    );
    await client.query(
      `insert into memberships (workspace_id, user_id, role)
      select workspace.id, person.id, case when person.n % 20 = 0 then 'owner' else 'member' end
      from (select id, row_number() over () as n from users) person
      cross join generate_series(0, 2) part
      join (select id, row_number() over (order by organization_id, id) - 1 as k from workspaces) workspace
        on workspace.k = (person.n * 3 + part) % ${organizations * workspaces}`,
    );
    const { rows } = await client.query<{ id: string }>(
      `insert into users (email, name, is_admin) values ('root@platform.example', 'Root', true)
      returning id`,
    );
    const token = createToken();
    await client.query('insert into sessions (user_id, token_hash) values ($1, $2)', [
      rows[0]?.id,
      hashToken(token),
    ]);
    await client.query('vacuum analyze');
    return token;
  } finally {
    await client.end();
  }
}
