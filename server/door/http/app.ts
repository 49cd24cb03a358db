import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyTRPCRouter } from '@trpc/server'
import compression from 'compression'
import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { openStorage } from '../../base/adapters/storage/storage.ts'
import { secondsSince } from '../../base/core/calls/measures.ts'
import type { Services } from '../../base/core/context.ts'
import { isHttps } from '../../identity/auth/sessions.ts'
import { answerEndpoints, type HttpRoute } from './endpoint.ts'
import { answerErrors, answerNotFound } from './errors.ts'
import { createAddressWarning } from './guards/address-warning.ts'
import { createFloodGuard, type FloodGuard, tooManyRequests } from './guards/flood-guard.ts'
import { createProxyWarning } from './guards/proxy-warning.ts'
import { openRequest, requestInfo } from './guards/request-info.ts'
import { createOriginGuard, type OriginGuard } from './guards/same-origin.ts'
import { limitBody } from './guards/slow-bodies.ts'
import { listen } from './listen.ts'
import { createDirectoryRoute } from './monitoring/directory.ts'
import { createHealthRoutes } from './monitoring/health.ts'
import { createMetricsRoute } from './monitoring/metrics.ts'
import { redirectMoved } from './moved.ts'
import { type ClientFront, serveBuiltClient, serveLiveClient } from './pages/client.ts'
import type { FirstCalls } from './pages/page-data.ts'
import { routeNamer } from './route-name.ts'
import { httpRoutes } from './routes.ts'
import { createRpcHandler, RPC_PREFIX } from './rpc/handler.ts'

const TIMEOUTS = {
  /** For uploads that make progress; other bodies have the limit below. */
  requestTimeout: 3_600_000,
  /** For the headers of one request; connections may be idle for longer. */
  headersTimeout: 10_000,
  /** Longer than proxies keep idle connections, so that none sends a request on one being closed. */
  keepAliveTimeout: 65_000,
}
/** For bodies of calls, and for the next bytes of an upload. */
export const BODY_LIMIT_MS = 60_000
const DRAIN_LIMIT_MS = 8000

export interface AppOptions {
  /** The built client, Vite's development server, or none. */
  client: 'built' | 'live' | 'none'
  /** The built client's folder, if not the default. */
  clientFolder?: string
  /** Overrides the number of calls an address may make per minute. */
  callsPerMinute?: number
  /** Queries whose results are embedded in pages of the built client; none by default. */
  firstCalls?: FirstCalls
  /** Overrides how long a page waits for these results. */
  patienceMs?: number
}

export interface App {
  server: Server
  /** Starts listening; resolves to the server's URL on this machine. */
  start: () => Promise<string>
  /**
   * Fails the readiness probe for the configured delay, so that proxies stop sending requests; then accepts
   * no new requests, lets current ones finish for up to eight seconds, and closes them.
   */
  stop: () => Promise<void>
}

/** The portal's HTTP server: tRPC calls have their own handler, Express serves everything else. */
export async function createApp(
  services: Services,
  router: AnyTRPCRouter,
  options: AppOptions,
): Promise<App> {
  let draining = false
  let closing = false
  const app = express()
  const guard = createFloodGuard(options.callsPerMinute)
  const refuseForeign = createOriginGuard(services)
  const rpc = createRpcHandler({ services, router, guard, refuseForeign })
  const warnings = [createProxyWarning(services), createAddressWarning(services)]
  const routes = httpRoutes(router)
  const nameOf = routeNamer(routes)
  const server = createServer(TIMEOUTS, (req, res) => {
    const started = performance.now()
    const route = nameOf(req.url ?? '/')
    if (draining) res.setHeader('connection', 'close')
    // A keep-alive connection would delay the shutdown until it times out.
    res.once('close', () => {
      if (closing) server.closeIdleConnections()
      if (route === null) return
      services.measures.requests.record(route, res.statusCode, secondsSince(started))
    })
    limitBody(req, res, BODY_LIMIT_MS)
    for (const warn of warnings) warn(req)
    const answer = () => (req.url?.startsWith(RPC_PREFIX) ? rpc.handle(req, res) : app(req, res))
    if (services.tracing === null || route === null) answer()
    else services.tracing.request(req, res, route, answer)
  })
  const front = await openFront(services, router, guard, server, options)
  mount(app, services, { routes, front, guard, refuseForeign, isDraining: () => draining })
  sweepUploads(services)

  return {
    server,
    start: () => listen(server, services.config),
    stop: async () => {
      draining = true
      // Without a delay, stop accepting connections immediately, not even after a timer's tick.
      const delay = services.config.shutdownDelaySeconds * 1000
      if (delay > 0) await sleep(delay)
      closing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      rpc.closeStreams()
      const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
      await front?.close()
      await closed
      clearTimeout(limit)
    },
  }
}

async function openFront(
  services: Services,
  router: AnyTRPCRouter,
  guard: FloodGuard,
  server: Server,
  options: AppOptions,
): Promise<ClientFront | null> {
  if (options.client === 'none') return null
  return options.client === 'live'
    ? serveLiveClient(services, server)
    : serveBuiltClient(services, router, guard, options)
}

/** Deletes partial uploads left by a crash. */
function sweepUploads({ config, clock, log, inFlight }: Services): void {
  inFlight
    .run(() => openStorage(config).sweep(clock()))
    .catch((err) => log.warn({ err }, 'sweeping old uploads failed'))
}

interface Parts {
  routes: readonly HttpRoute[]
  front: ClientFront | null
  guard: FloodGuard
  refuseForeign: OriginGuard
  isDraining: () => boolean
}

function mount(
  app: Express,
  services: Services,
  { routes, front, guard, refuseForeign, isDraining }: Parts,
): void {
  app.disable('x-powered-by')
  app.set('trust proxy', services.config.trustProxy)
  app.use((req, res, next) => {
    openRequest(services, req, res)
    // As on pages: browsers report addresses of a site that differ in it.
    if (isHttps(services.config.publicUrl)) res.setHeader('origin-agent-cluster', '?1')
    next()
  })
  app.use(createHealthRoutes(services, isDraining))
  app.use(['/metrics', '/directory'], limitCalls(guard))
  app.use(createMetricsRoute(services))
  app.use(createDirectoryRoute(services))
  app.use(redirectMoved(services))
  const headers = downloadHeaders(services.config)
  for (const route of routes) {
    app.use(route.path, limitCalls(guard))
    if (route.callers === 'portal') app.use(route.path, requireSameOrigin(refuseForeign))
    const answers = answerEndpoints(services, route.endpoints)
    app.use(route.path, headers, compression(), answers, answerNotFound)
  }
  if (front !== null) app.use(compression(), front.router)
  app.use(answerNotFound)
  app.use(answerErrors(services))
}

const limitCalls =
  (guard: FloodGuard): RequestHandler =>
  async (req, _res, next) => {
    const retryAfter = await guard(requestInfo(req).ip, 1)
    next(retryAfter === null ? undefined : tooManyRequests(retryAfter))
  }

const requireSameOrigin =
  (refuseForeign: OriginGuard): RequestHandler =>
  (req, _res, next) => {
    const refusal = req.method === 'GET' || req.method === 'HEAD' ? null : refuseForeign(req.headers)
    if (refusal === null) next()
    else next(refusal)
  }

/** Downloads must neither run scripts nor be cached. */
const downloadHeaders = ({ publicUrl }: { publicUrl: string }): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] },
    },
    // On plain HTTP, browsers ignore them and report errors.
    ...(!isHttps(publicUrl) && { crossOriginOpenerPolicy: false, originAgentCluster: false }),
    strictTransportSecurity: false,
  }),
  (_req, res, next) => {
    res.setHeader('cache-control', 'private, no-store')
    next()
  },
]
