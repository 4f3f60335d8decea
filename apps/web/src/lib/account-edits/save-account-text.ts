import { apiRequest } from '#lib/api/api-request.ts';
import type { ApiError } from '#lib/api/api-error.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';

/** The texts of an account that members edit in place. */
export type AccountText = 'name' | 'note';

export type AccountEdit = {
  account: { id: string; name: string };
  field: AccountText;
  value: string;
  /** The text that it replaces: the edit is refused where someone has changed it since. */
  replaces: string;
};

/** Sends an edit; resolves to why it failed, or undefined. */
export async function saveAccountText(edit: AccountEdit): Promise<ApiError | undefined> {
  const { account, field, value, replaces } = edit;
  const params = { accountId: account.id };
  const { error } =
    field === 'name'
      ? await apiRequest('PATCH /api/accounts/{accountId}', {
          params,
          body: { name: value, replaces },
        })
      : await apiRequest('PUT /api/accounts/{accountId}/note', {
          params,
          body: { note: value, replaces },
        });
  return error;
}

/** Reads a text as it is at the server now; undefined if that fails. */
export async function readPresentText(
  accountId: string,
  field: AccountText,
): Promise<string | undefined> {
  const { data } = await apiRequest('GET /api/accounts/{accountId}', { params: { accountId } });
  return data && textOf(fieldsOf(data.workspaceAccount)[field]);
}
