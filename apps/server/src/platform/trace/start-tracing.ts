import { hostname } from 'node:os';
import type { Config } from '../../config.ts';

/** Sends pending traces and stops. */
type Stop = () => Promise<void>;

/**
 * Starts creating traces and sending them to an OpenTelemetry collector (OTLP over HTTP). The
 * libraries are only loaded here, so that a server without traces does not load them.
 *
 * @param role of the process; an attribute of every span.
 */
export async function startTracing(
  { endpoint, serviceName }: NonNullable<Config['traces']>,
  role: string,
): Promise<Stop> {
  const [
    api,
    { BatchSpanProcessor, TracerProvider },
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    { defaultResource, resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const resource = defaultResource().merge(
    resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': `${hostname()}:${process.pid}`,
      'process.role': role,
    }),
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  return async () => {
    await provider.shutdown();
    api.trace.disable();
    api.propagation.disable();
    api.context.disable();
  };
}
