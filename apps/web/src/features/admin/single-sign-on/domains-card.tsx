import type { SingleSignOn } from '@repo/contract/single-sign-on';
import { limits } from '@repo/contract/page-limits';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';

type Domain = SingleSignOn['domains'][number];
type Props = {
  organizationId: string;
  domains: readonly Domain[];
  onChanged: (next: SingleSignOn) => void;
};

/** The email domains of the organization, each with the record that proves control of it. */
export function DomainsCard({ organizationId, domains, onChanged }: Props) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const params = { id: organizationId };
  const form = useForm({
    initial: { domain: '' },
    validate: ({ domain }) => ({
      domain: domain.trim() === '' ? 'Enter a domain such as company.com' : undefined,
    }),
    submit: async (body) => {
      const added = await withProof(() =>
        send('POST /api/admin/organizations/{id}/sso/domains', { params, body }),
      );
      if (added === undefined) return undefined;
      const { data, error } = added;
      if (error) return formProblem(error, ['domain'], 'The domain could not be added');
      onChanged(data.singleSignOn);
      form.set({ domain: '' });
      return undefined;
    },
  });
  return (
    <Card
      title="Email Domains"
      description="People with a verified address of a verified domain sign in without entering their password first."
    >
      <div className="flex flex-col gap-4">
        {domains.length === 0 ? null : (
          <ul aria-label="Email domains" className="divide-y divide-line">
            {domains.map((domain) => (
              <DomainRow
                key={domain.domain}
                organizationId={organizationId}
                domain={domain}
                onChanged={onChanged}
              />
            ))}
          </ul>
        )}
        <form {...form.props} className="flex flex-col gap-4">
          <FormBanner error={form.error} />
          <TextField
            {...form.field('domain')}
            label="Domain"
            placeholder="company.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div>
            <Button
              type="submit"
              loading={form.submitting}
              disabled={domains.length >= limits.ssoDomains}
            >
              Add Domain
            </Button>
          </div>
        </form>
      </div>
      {proofDialog}
    </Card>
  );
}

type RowProps = {
  organizationId: string;
  domain: Domain;
  onChanged: (next: SingleSignOn) => void;
};

function DomainRow({
  organizationId,
  domain: { domain, record, verifiedAt },
  onChanged,
}: RowProps) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const [pending, setPending] = useState<'verify' | 'remove'>();
  const [problem, setProblem] = useState<string>();
  const change = async (what: 'verify' | 'remove') => {
    setProblem(undefined);
    setPending(what);
    const changed = await withProof(() =>
      send(`POST /api/admin/organizations/{id}/sso/domains/${what}`, {
        params: { id: organizationId },
        body: { domain },
      }),
    );
    setPending(undefined);
    if (changed === undefined) return;
    const { data, error } = changed;
    if (error) setProblem(failureMessage(error, 'That failed. Try again.'));
    else onChanged(data.singleSignOn);
  };
  return (
    <li className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 font-medium break-words">{domain}</p>
        <Badge>{verifiedAt === null ? 'Not verified' : 'Verified'}</Badge>
      </div>
      {problem === undefined ? null : <Banner kind="error">{problem}</Banner>}
      {verifiedAt === null ? (
        <>
          <p className="text-grid text-muted">
            Add this TXT record at the provider of your domain, then verify it.
          </p>
          <CopyField label={`Name of the record of ${domain}`} value={record.name} />
          <CopyField label={`Value of the record of ${domain}`} value={record.value} />
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {verifiedAt === null ? (
          <Button
            loading={pending === 'verify'}
            disabled={pending !== undefined}
            aria-label={`Verify ${domain}`}
            onClick={() => void change('verify')}
          >
            Verify
          </Button>
        ) : null}
        <Button
          loading={pending === 'remove'}
          disabled={pending !== undefined}
          aria-label={`Remove ${domain}`}
          onClick={() => void change('remove')}
        >
          Remove
        </Button>
      </div>
      {proofDialog}
    </li>
  );
}
