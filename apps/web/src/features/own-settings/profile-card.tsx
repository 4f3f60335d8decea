import { nameProblem } from '@repo/contract/name';
import type { User } from '@repo/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { formProblem } from '#lib/api/field-problems.ts';
import { currentUserQuery } from '#lib/session/current-user-query.ts';
import { readUser } from '#lib/session/read-user.ts';
import { updateSessionUser } from '#lib/session/session-store.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';

/** The name that colleagues see, and the address of sign-in, which stays. */
export function ProfileCard({ user }: { user: User }) {
  const client = useQueryClient();
  const send = useSend();
  const form = useForm({
    initial: { name: user.name },
    validate: ({ name }) => ({ name: nameProblem(name.trim()) }),
    submit: async ({ name }) => {
      const { data, error } = await send('PUT /api/auth/me', { body: { name } });
      if (error !== undefined) return formProblem(error, ['name'], 'Failed to save your name');
      const renamed = readUser(data?.user);
      if (renamed !== undefined) updateSessionUser(renamed);
      toast.success('Name saved');
      // The name is in the lists of accounts, members and people.
      void client.invalidateQueries({ predicate: ({ queryKey }) => !isCurrentUser(queryKey) });
      return undefined;
    },
  });
  return (
    <form {...form.props}>
      <Card
        title="Profile"
        description={`You sign in as ${user.email}.`}
        footer={
          <Button type="submit" variant="primary" loading={form.submitting}>
            Save Name
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <FormBanner error={form.error} />
          <TextField {...form.field('name')} label="Name" autoComplete="name" required />
        </div>
      </Card>
    </form>
  );
}

const isCurrentUser = ([first]: readonly unknown[]) => first === currentUserQuery.queryKey[0];
