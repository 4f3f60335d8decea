import type { Connection } from '../database/create-database.ts';
import type { SecretBox } from './secret-box.ts';

/** By the dialect's adapter, which a database shares with its transactions. */
const boxes = new WeakMap<object, SecretBox>();

/** Lets what is done in a database open what is encrypted there, in all of its transactions. */
export function provideSecrets(db: Connection, box: SecretBox): void {
  boxes.set(db.getExecutor().adapter, box);
}

/** @throws an error for a database without `provideSecrets`. */
export function secretsOf(connection: Connection): SecretBox {
  const box = boxes.get(connection.getExecutor().adapter);
  if (box === undefined) throw new Error('The secrets of this database were not provided.');
  return box;
}
