import { limits } from '@repo/contract/page-limits';
import { readTagName, tagNameProblem } from '@repo/contract/tag-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Tag as TagIcon } from 'lucide-react';
import { failureMessage } from '#lib/api/api-error.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { createNewTag } from '#lib/tags/change-tags.ts';
import { countedTagsQuery } from '#lib/tags/tags-query.ts';
import { useForm } from '#lib/use-form.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '#ui/display/table.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { TagRow } from './tag-row.tsx';

/** The tags of the workspace: how many accounts have each, and what members change about them. */
export function TagsPage() {
  const { name } = useWorkspace();
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="Tags"
        description={`Labels that members of ${name} put on accounts. Every member can change them.`}
      />
      <NewTag />
      <Tags />
    </div>
  );
}

function NewTag() {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => ({ name: tagNameProblem(readTagName(name)) }),
    submit: async ({ name }) => {
      const error = await createNewTag(client, workspaceId, name);
      if (error === undefined) {
        form.set({ name: '' });
        return undefined;
      }
      if (error.code === 'CONFLICT') return { fields: { name: error.message } };
      return formProblem(error, ['name'], 'Failed to create the tag');
    },
  });
  return (
    <form {...form.props} aria-label="Create a tag" className="flex flex-col gap-2">
      <FormBanner error={form.error} />
      <div className="flex items-end gap-2">
        <TextField
          {...form.field('name')}
          label="New tag"
          autoComplete="off"
          className="max-w-search flex-1"
        />
        <Button type="submit" loading={form.submitting}>
          Create
        </Button>
      </div>
    </form>
  );
}

function Tags() {
  const { id: workspaceId, name } = useWorkspace();
  const { data, error, refetch, isFetching } = useQuery(countedTagsQuery(workspaceId));
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title="Failed to fetch tags"
        description={failureMessage(error, 'Please try again.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (data === undefined) return <LoadingState label="Loading tags..." />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<TagIcon />}
        title="No tags yet"
        description="Create the first one here, or on an account’s page."
      />
    );
  }
  return (
    <div className="@container">
      <Table label={`Tags of ${name}`} className="rounded-md border border-line">
        <TableHead>
          <TableRow>
            <TableHeaderCell className="w-full min-w-24">Tag</TableHeaderCell>
            <TableHeaderCell>Colour</TableHeaderCell>
            <TableHeaderCell numeric className="@max-[30rem]:hidden">
              Accounts
            </TableHeaderCell>
            <TableHeaderCell className="w-0">
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((tag) => (
            <TagRow key={tag.id} tag={tag} />
          ))}
        </TableBody>
      </Table>
      {data.length >= limits.tagsPerWorkspace ? (
        <p className="pt-2 text-grid text-muted">
          A workspace can have at most {limits.tagsPerWorkspace} tags.
        </p>
      ) : null}
    </div>
  );
}
