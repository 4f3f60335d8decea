import type { Integration } from '@repo/contract/integrations';
import { limits } from '@repo/contract/page-limits';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isNetworkError, failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { MessageLocation } from './message-location.tsx';

type Props = { provider: ProviderDescriptor; integration: Integration };

/** 'Why is this message not here?' */
export function FindMessagePanel({ provider, integration }: Props) {
  const { id } = integration;
  const [reference, setReference] = useState('');
  const search = useMutation({
    mutationFn: (message: string) =>
      apiRequestOrThrow('GET /api/integrations/{id}/message-location', {
        params: { id },
        query: { message },
      }),
  });
  return (
    <div className="flex flex-col gap-4 text-grid">
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (reference.trim() !== '') search.mutate(reference.trim());
        }}
      >
        <FormField
          className="min-w-0 flex-1"
          label="Why is this message not here?"
          hint={['Enter its Message-ID, or a link to it.', provider.messageIdHelp].join(' ').trim()}
        >
          <TextInput
            value={reference}
            placeholder="<…@mail.example.com>"
            autoComplete="off"
            spellCheck={false}
            maxLength={limits.messageReferenceLength}
            onChange={({ target }) => {
              setReference(target.value);
              search.reset();
            }}
          />
        </FormField>
        <Button
          type="submit"
          className="mt-6"
          disabled={reference.trim() === ''}
          loading={search.isPending}
        >
          Find
        </Button>
      </form>
      {integration.capturesText === false ? (
        <p className="text-muted">
          This mailbox captures no text. What is stored of a message is who, when and subject.
        </p>
      ) : null}
      {search.error === null ? null : (
        <Banner kind="error">
          {isNetworkError(search.error)
            ? 'The server could not be reached. Try again.'
            : failureMessage(search.error, 'Search failed. Try again.')}
        </Banner>
      )}
      {search.data === undefined ? null : (
        <MessageLocation integration={integration} location={search.data} />
      )}
    </div>
  );
}
