import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';

/** Creates a span for a completed statement, as a child of the active span. Excludes its values. */
export function traceQuery({ level, query, queryDurationMillis, ...rest }: LogEvent): void {
  // Workers poll for work constantly; only statements of a request or a job are traced.
  if (trace.getActiveSpan() === undefined) return;
  const endTime = Date.now();
  const operation = /^\W*(?:\/\*.*?\*\/\s*)?(\w+)/.exec(query.sql)?.[1]?.toUpperCase() ?? 'SQL';
  const span = trace.getTracer('database').startSpan(operation, {
    kind: SpanKind.CLIENT,
    startTime: endTime - queryDurationMillis,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': query.sql,
    },
  });
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(rest) });
  span.end(endTime);
}

/** Only the kind of an error: its message can contain values. */
const nameOf = (event: object): string =>
  'error' in event && event.error instanceof Error ? event.error.name : 'Error';
