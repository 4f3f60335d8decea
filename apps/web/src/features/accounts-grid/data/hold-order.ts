/**
 * Fresh rows in the places that the shown ones have, so that nothing moves under a pointer: each
 * shown row is renewed where it stands, also one that belongs elsewhere now or is gone; new rows
 * wait. `moved` tells whether the fresh rows stand otherwise.
 */
export function holdOrder<Row extends { id: string }>(
  shown: readonly Row[],
  fresh: readonly Row[],
): { rows: readonly Row[]; moved: boolean } {
  const moved =
    shown.length !== fresh.length || shown.some((row, index) => row.id !== fresh[index]?.id);
  if (!moved) return { rows: fresh, moved };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  return { rows: shown.map((row) => byId.get(row.id) ?? row), moved };
}
