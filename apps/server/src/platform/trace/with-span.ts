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
  /** The `traceparent` of the parent span in another process; absent for a root span. */
  parent?: string | undefined;
}

/** Runs work within a span. Costs next to nothing when tracing is disabled. */
export function withSpan<Result>(
  name: string,
  { kind, attributes = {}, parent }: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const parentContext = propagation.extract(ROOT_CONTEXT, { traceparent: parent });
  const span = trace.getTracer('server').startSpan(name, { kind, attributes }, parentContext);
  return context.with(trace.setSpan(parentContext, span), async () => {
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
 * The `traceparent` that links another process's work to the active span; undefined when tracing is
 * disabled.
 */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}
