export type NameParts = { firstName: string; lastName: string };

export function splitName(name: string): NameParts {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

export function joinName({ firstName, lastName }: NameParts): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim();
}
