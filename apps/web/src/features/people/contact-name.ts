/** The name of a person, or an address where no email gave a name. */
export const contactName = ({ name, addresses }: { name: string; addresses: readonly string[] }) =>
  name || (addresses[0] ?? 'Unnamed person');
