interface Choosable {
  id: string;
  role: string;
}

/**
 * The workspace to open when the address names none: the remembered one if it is still listed,
 * else the first that the user owns, else the first (specification part 1, section 2).
 */
export function defaultWorkspace<W extends Choosable>(
  workspaces: readonly W[],
  rememberedId: string | undefined,
): W | undefined {
  return (
    workspaces.find(({ id }) => id === rememberedId) ??
    workspaces.find(({ role }) => role === 'owner') ??
    workspaces[0]
  );
}
