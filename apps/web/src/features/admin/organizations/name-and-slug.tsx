import { limits } from '@repo/contract/page-limits';
import { nameProblem } from '@repo/contract/name';
import type { ChangeEvent } from 'react';
import { TextField, type TextFieldProps } from '#ui/forms/text-field.tsx';
import { slugify } from './slugify.ts';

type Field = Pick<TextFieldProps, 'name' | 'error' | 'disabled'> & {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

type Props = {
  name: Field;
  slug: Field;
  /** The part of the address before the slug. */
  prefix: string;
};

/** A name and the slug that goes with it, which follows the name until it is edited itself. */
export function NameAndSlug({ name, slug, prefix }: Props) {
  const followed = slug.value === slugify(name.value);
  return (
    <>
      <TextField
        {...name}
        label="Name"
        maxLength={limits.nameLength}
        autoComplete="off"
        required
        onChange={(event) => {
          name.onChange(event);
          if (followed) slug.onChange(typed(slugify(event.target.value)));
        }}
      />
      <TextField
        {...slug}
        label="Slug"
        hint={`Its pages are at ${prefix}${slug.value || '…'}`}
        maxLength={limits.slugLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  );
}

const typed = (value: string) => ({ target: { value } }) as ChangeEvent<HTMLInputElement>;

export function validateName(name: string): string | undefined {
  return nameProblem(name.trim());
}
