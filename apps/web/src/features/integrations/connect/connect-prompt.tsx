import { Link } from 'react-router';
import type { Mailbox } from '#lib/integrations/use-mailbox.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';

export type ConnectPromptProps = {
  mailbox: Mailbox;
  /** The purpose of connecting, as in 'Connect Gmail to {purpose}.' */
  purpose: string;
  /** The page to continue on after connecting. */
  path: string;
  linkLabel: string;
};

/** Says why the mailbox has to be connected, and links back when it is connected. */
export function ConnectPrompt({ mailbox, purpose, path, linkLabel }: ConnectPromptProps) {
  const { name, isConnected } = mailbox;
  if (!isConnected) {
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
