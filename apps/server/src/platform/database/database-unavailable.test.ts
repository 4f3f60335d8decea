import pg from 'pg';
import { expect, test } from 'vitest';
import { DatabaseUnavailableError, explainDatabaseError } from './database-unavailable.ts';

function failure(code: string, message: string): Error {
  const error = new pg.DatabaseError(message, message.length, 'error');
  error.code = code;
  return error;
}

// As a coordinator reports them while a worker is killed, or a connection to it is cut.
test.each([
  ['08006', 'connection to the remote node app@10.0.0.2:5432 failed with the following error: …'],
  ['XX000', 'server closed the connection unexpectedly\n\tThis probably means the server …'],
  ['XX000', 'could not receive data from server: Connection reset by peer'],
  ['XX000', 'failure on connection marked as essential: 10.0.0.2:5432'],
  ['XX000', 'could not commit transaction for shard 102008 on at least one active node'],
  ['XX000', 'could not connect to any active placements'],
  ['XX000', 'SSL SYSCALL error: EOF detected'],
  ['57P01', 'terminating connection due to unexpected postmaster exit'],
])('a node that was lost makes the database unreachable: %s %s', (code, message) => {
  const explained = explainDatabaseError(failure(code, message));
  expect(explained).toBeInstanceOf(DatabaseUnavailableError);
  expect(explained).toMatchObject({ reason: 'unreachable' });
});

test.each([
  ['XX000', 'cache lookup failed for relation 42'],
  ['23505', 'duplicate key value violates unique constraint "users_email"'],
])('what a statement caused itself stays as it is: %s %s', (code, message) => {
  const error = failure(code, message);
  expect(explainDatabaseError(error)).toBe(error);
});
