import type { Integration, ProviderId } from '@repo/contract/integrations';
import { Link } from 'react-router';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { integrationStatus } from './integration-status.ts';
import { providerName } from './provider-catalogue.ts';

export type ConnectPromptProps = {
  /** The provider to connect. */
  provider: ProviderId;
  integration: Integration | undefined;
  /** What connecting enables, as in 'Connect Gmail to {purpose}.' */
  purpose: string;
  /** Where to continue. */
  path: string;
  linkLabel: string;
};

/** Says why the provider has to be connected, and links back when it is connected. */
export function ConnectPrompt({
  provider,
  integration,
  purpose,
  path,
  linkLabel,
}: ConnectPromptProps) {
  const name = providerName(provider);
  if (integrationStatus(integration) !== 'Connected') {
    return <Banner kind="info">{`Connect ${name} to ${purpose}.`}</Banner>;
  }
  return (
    <Banner
      kind="success"
      action={
        <Button asChild size="xsmall" variant="primary">
          <Link to={path}>{linkLabel}</Link>
        </Button>
      }
    >
      {`${name} is connected. Continue to ${purpose}.`}
    </Banner>
  );
}
