import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export interface SpanOptions {
  kind: SpanKind;
  attributes?: Attributes;
  /**
   * Where it comes from, as `traceparent` told in another process; absent for the work's own
   * beginning.
   */
  parent?: string | undefined;
}

/** Does something within a span of its own. Where no traces are made, it costs next to nothing. */
export function withSpan<Result>(
  name: string,
  { kind, attributes = {}, parent }: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const above = propagation.extract(ROOT_CONTEXT, { traceparent: parent });
  const span = trace.getTracer('server').startSpan(name, { kind, attributes }, above);
  return context.with(trace.setSpan(above, span), async () => {
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error ? error.name : 'Error';
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * What tells another process which span its work belongs to; undefined where no traces are made.
 */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}
