import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isHealthCheck } from '../http/is-health-check.ts';

/** Creates a span for every request, by route; statements and jobs become its children. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (isHealthCheck(request)) return done();
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    const parentContext = propagation.extract(context.active(), request.headers);
    const span = trace.getTracer('http').startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'request.id': request.id,
        },
      },
      parentContext,
    );
    spans.set(request, span);
    context.with(trace.setSpan(parentContext, span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
