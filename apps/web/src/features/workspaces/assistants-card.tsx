import type { Workspace } from '@repo/contract/workspaces';
import { type AssistantReaders, assistantReaders } from '@repo/domain/sharing/assistant-readers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { workspaceAssistants } from '#lib/workspaces/workspace-assistants.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Card } from '#ui/layout/card.tsx';

const CHOICES: Record<AssistantReaders, { label: string; sentence: string }> = {
  members: {
    label: 'All members',
    sentence: 'An assistant reads what the member who connected it can see.',
  },
  owners: {
    label: 'Owners only',
    sentence: 'Assistants of other members cannot read this workspace.',
  },
  none: { label: 'No one', sentence: 'No assistant can read this workspace.' },
};

/** The choice of the assistants that can read the workspace; its owners can change it. */
export function AssistantsCard({ workspace }: { workspace: Workspace }) {
  const stored = workspaceAssistants(workspace);
  if (stored === undefined) return null;
  return (
    <Card
      title="Assistants"
      description={`Members can connect an assistant such as Claude or Cursor with an API key. Owners choose whose assistants can read ${workspace.name}. A change takes effect at once. Other software with an API key is not affected.`}
    >
      {workspace.role === 'owner' ? (
        <AssistantsForm workspace={workspace} stored={stored} />
      ) : (
        <p className="text-grid">
          {CHOICES[stored].label}
          <span className="block text-muted">{CHOICES[stored].sentence}</span>
          <span className="block text-muted">Owners of the workspace can change it.</span>
        </p>
      )}
    </Card>
  );
}

function AssistantsForm({ workspace, stored }: { workspace: Workspace; stored: AssistantReaders }) {
  const [chosen, setChosen] = useState<AssistantReaders>();
  const change = useChangeAssistants(workspace);
  const value = chosen ?? stored;
  return (
    <div className="flex flex-col items-start gap-4">
      <FormField
        label="Whose assistants can read"
        hint={CHOICES[value].sentence}
        error={
          change.error === null
            ? undefined
            : failureMessage(change.error, 'Failed to change whose assistants can read')
        }
        className="w-full max-w-100"
      >
        <Select
          value={value}
          options={assistantReaders.map((one) => ({
            value: one,
            label: CHOICES[one].label,
          }))}
          onValueChange={setChosen}
          className="w-full"
        />
      </FormField>
      <Button
        variant="primary"
        disabled={value === stored}
        loading={change.isPending}
        onClick={() => change.mutate(value, { onSuccess: () => setChosen(undefined) })}
      >
        Save Assistants
      </Button>
    </div>
  );
}

function useChangeAssistants({ id: workspaceId, name }: Workspace) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (assistants: AssistantReaders) =>
      apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/assistants', {
        params: { workspaceId },
        body: { assistants },
      }),
    onSuccess: ({ assistants }) => {
      client.setQueryData(workspacesQuery.queryKey, (listed) =>
        listed?.map((one) => (one.id === workspaceId ? { ...one, assistants } : one)),
      );
      toast.success(`Assistants of ${name} saved`);
    },
  });
}
