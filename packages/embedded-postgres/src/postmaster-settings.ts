/**
 * What the postmaster is started with, on its command line so that every start has this version's
 * values. Sized for one small machine: PostgreSQL and Node together stay under 300 MiB when idle.
 */
export function postmasterSettings(options: { port: number; durable: boolean }): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '96MB',
    max_wal_size: '512MB',
    // Workers for reading ahead cost three idle processes; the data is small enough to be cached.
    io_method: 'sync',
    max_logical_replication_workers: 0,
    // Our queries are short: compiling one takes longer than running it.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Statements and details carry people's mail and secrets, which do not belong in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...durability(options.durable),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function durability(durable: boolean): Record<string, string> {
  const state = durable ? 'on' : 'off';
  return { fsync: state, synchronous_commit: state, full_page_writes: state };
}
