import { useState } from 'react';
import { useForm } from '#lib/use-form.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { AuthPage } from './auth-page.tsx';
import { canLeave, leaveForCompany } from '#lib/company/company-hand-over.ts';
import { TextButton } from './text-button.tsx';

type Props = {
  initialEmail: string;
  /** Of an organization, from a link of the administrator; its address is not needed then. */
  organization?: string | undefined;
  /** The page to open after signing in. */
  origin: string;
  onBack: () => void;
};

const NOT_SECURE = 'Signing in with your company needs a page that is opened by https.';

/** Leads to the sign-in page of the user's company. */
export function CompanySignIn({ initialEmail, organization, origin, onBack }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm({
    initial: { email: initialEmail },
    validate: ({ email }) => ({
      email:
        organization === undefined && !/.@./.test(email.trim())
          ? 'Enter your work email'
          : undefined,
    }),
    submit: async ({ email }) => {
      if (!canLeave()) return { form: { message: NOT_SECURE } };
      setLeaving(true);
      await leaveForCompany(
        organization === undefined ? { email: email.trim() } : { organization },
        origin,
      );
      return undefined;
    },
  });
  return (
    <AuthPage
      title="Sign in with your company"
      description="You sign in on your company’s page and come back here."
      footer={<TextButton onClick={onBack}>Sign in with your password</TextButton>}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormBanner error={form.error} />
        {organization === undefined ? (
          <TextField
            {...form.field('email')}
            label="Work email"
            type="email"
            autoComplete="username"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The page has this one purpose.
            autoFocus
            required
          />
        ) : null}
        <Button type="submit" variant="primary" loading={form.submitting || isLeaving}>
          Continue
        </Button>
      </form>
    </AuthPage>
  );
}
