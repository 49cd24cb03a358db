import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Config } from '../core/config.ts'
import type { Tracing } from '../core/context.ts'
import { VERSION } from '../core/startup/version.ts'
import { isPostgresUrl } from '../db/engines/connection.ts'

const QUIET_MS = 5 * 60_000
/** The maximum time that shutdown waits for the trace receiver. */
const STOP_LIMIT_MS = 2000
const LONGEST_SQL = 2000

/**
 * Traces of routes, procedures, and queries, sent by OTLP over HTTP in the background: a slow or unreachable
 * receiver loses spans but never delays requests. Attributes contain no addresses, inputs, or parameters.
 */
export function openTracing(config: Config, url: string, log: Logger): Tracing {
  const resource = resourceFromAttributes({ 'service.name': 'foyer', 'service.version': VERSION })
  const processor = new BatchSpanProcessor({ exporter: reportingOnce(new OTLPTraceExporter({ url }), log) })
  const provider = new TracerProvider({
    resource: resource.merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.tracesShare) }),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('foyer')
  const active = new AsyncLocalStorage<Context>()
  const propagator = new W3CTraceContextPropagator()
  const system = isPostgresUrl(config.databaseUrl) ? 'postgresql' : 'sqlite'

  const parentOf = (req: IncomingMessage): Context =>
    config.trustProxy > 0 ? propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter) : ROOT_CONTEXT

  return {
    request(req, res, route, answer) {
      const method = req.method ?? 'GET'
      const attributes = { 'http.request.method': method, 'http.route': route }
      const parent = parentOf(req)
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      res.once('close', () => endRequest(span, res))
      active.run(trace.setSpan(parent, span), answer)
    },
    within(name, attributes, work) {
      const parent = active.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { attributes }, parent)
      return active.run(trace.setSpan(parent, span), async () => {
        try {
          return await work()
        } catch (error) {
          endFailed(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    query(text, milliseconds, error) {
      const parent = active.getStore()
      // Queries outside of requests and jobs, such as the mail worker's polling, aren't traced.
      if (parent === undefined || !trace.getSpan(parent)?.isRecording()) return
      const [name, table] = nameOf(text)
      const attributes: Attributes = {
        'db.system.name': system,
        'db.operation.name': name,
        'db.query.text': text.slice(0, LONGEST_SQL),
        ...(table !== undefined && { 'db.collection.name': table }),
      }
      const end = Date.now()
      const startTime = end - milliseconds
      const title = table === undefined ? name : `${name} ${table}`
      const span = tracer.startSpan(title, { kind: SpanKind.CLIENT, attributes, startTime }, parent)
      if (error !== undefined) endFailed(span, error)
      span.end(end)
    },
    async stop() {
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, STOP_LIMIT_MS)
      await Promise.race([provider.shutdown().catch(() => {}), limit.promise])
      clearTimeout(timer)
    },
  }
}

function endRequest(span: Span, res: ServerResponse): void {
  span.setAttribute('http.response.status_code', res.statusCode)
  if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Only the type of the error: messages may contain names and values. */
function endFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? 'error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** For example `select` and `tasks`; parenthesized parts are ignored. */
function nameOf(query: string): [name: string, table: string | undefined] {
  let text = query
  for (let before = ''; before !== text; text = text.replace(/\([^()]*\)/g, '')) before = text
  const name = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
  return [name, /\b(?:from|into|update|join)\s+(?!as\b)"?(\w+)/i.exec(text)?.[1]]
}

/** Logs, rate-limited, that traces can't be delivered. */
function reportingOnce(exporter: SpanExporter, log: Logger): SpanExporter {
  let lastLogged = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS && performance.now() - lastLogged > QUIET_MS) {
          lastLogged = performance.now()
          log.warn({ err: result.error, spans: spans.length }, 'traces could not be sent and were dropped')
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
