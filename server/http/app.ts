import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyTRPCRouter } from '@trpc/server'
import compression from 'compression'
import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { openStorage } from '../adapters/storage.ts'
import type { Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { Job } from '../core/jobs.ts'
import { secondsSince } from '../core/measures.ts'
import { type ClientFront, serveBuiltClient, serveLiveClient } from './client.ts'
import { answerEndpoints, type HttpRoute } from './endpoint.ts'
import { answerErrors, answerNotFound } from './errors.ts'
import { createFloodGuard, type FloodGuard, tooManyRequests } from './flood-guard.ts'
import { createHealthRoutes } from './health.ts'
import { createMetricsRoute } from './metrics.ts'
import type { FirstCalls } from './page-data.ts'
import { createProxyWarning } from './proxy-warning.ts'
import { openRequest, requestInfo } from './request-info.ts'
import { routeNamer } from './route-name.ts'
import { httpRoutes } from './routes.ts'
import { createRpcHandler, RPC_PREFIX } from './rpc/handler.ts'
import { isSameOrigin } from './same-origin.ts'

const TIMEOUTS = {
  requestTimeout: 60_000,
  /** For the headers of one request; a connection may be idle for longer. */
  headersTimeout: 10_000,
  /** Longer than proxies keep an idle connection, so that none sends into one that is being closed. */
  keepAliveTimeout: 65_000,
}
const DRAIN_LIMIT_MS = 8000

export interface AppOptions {
  /** The built client, Vite's live one, or none at all. */
  client: 'built' | 'live' | 'none'
  /** Where the built client is, when not in the usual folder. */
  clientFolder?: string
  /** Calls an address may make in a minute, where not the usual number. */
  callsPerMinute?: number
  /** Whose last success `/metrics` tells. */
  jobs?: readonly Job[]
  /** What comes answered with each page of the built client; nothing when left out. */
  firstCalls?: FirstCalls
}

export interface App {
  server: Server
  /** Listens; resolves to the address it can be reached at on this machine. */
  start: () => Promise<string>
  /** Takes no new requests, lets the open ones finish for at most eight seconds, then cuts them. */
  stop: () => Promise<void>
}

/** The portal's HTTP server: typed calls by their own handler, everything else by Express. */
export async function createApp(
  services: Services,
  router: AnyTRPCRouter,
  options: AppOptions,
): Promise<App> {
  let draining = false
  const app = express()
  const guard = createFloodGuard(options.callsPerMinute)
  const rpc = createRpcHandler({ services, router, guard })
  const warnOfProxy = createProxyWarning(services)
  const routes = httpRoutes(router)
  const nameOf = routeNamer(routes)
  const server = createServer(TIMEOUTS, (req, res) => {
    const started = performance.now()
    const route = nameOf(req.url ?? '/')
    // A connection kept alive would hold up the end of the server until it times out.
    res.once('close', () => {
      if (draining) server.closeIdleConnections()
      if (route === null) return
      services.measures.requests.record(route, res.statusCode, secondsSince(started))
    })
    warnOfProxy(req)
    const answer = () => (req.url?.startsWith(RPC_PREFIX) ? rpc.handle(req, res) : app(req, res))
    if (services.tracing === null || route === null) answer()
    else services.tracing.request(req, res, route, answer)
  })
  const front = await openFront(services, router, guard, server, options)
  const { jobs = [] } = options
  mount(app, services, { routes, jobs, front, guard, isDraining: () => draining })
  sweepUploads(services)

  return {
    server,
    start: () => listen(server, services),
    stop: async () => {
      draining = true
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
    ? serveLiveClient(services.config, server)
    : serveBuiltClient(services, router, guard, options)
}

/** Whatever a crash left half received. */
function sweepUploads({ config, clock, log }: Services): void {
  openStorage(config)
    .sweep(clock())
    .catch((err) => log.warn({ err }, 'sweeping old uploads failed'))
}

interface Parts {
  routes: readonly HttpRoute[]
  jobs: readonly Job[]
  front: ClientFront | null
  guard: FloodGuard
  isDraining: () => boolean
}

function mount(app: Express, services: Services, { routes, jobs, front, guard, isDraining }: Parts): void {
  app.disable('x-powered-by')
  app.set('trust proxy', services.config.trustProxy)
  app.use((req, res, next) => {
    openRequest(services, req, res)
    next()
  })
  app.use(createHealthRoutes(services, isDraining))
  app.use('/metrics', limitCalls(guard))
  app.use(createMetricsRoute(services, jobs))
  for (const route of routes) {
    app.use(route.path, limitCalls(guard))
    if (route.callers === 'portal') app.use(route.path, requireSameOrigin(services))
    const answers = answerEndpoints(services, route.endpoints)
    app.use(route.path, downloadHeaders, compression(), answers, answerNotFound)
  }
  if (front !== null) app.use(compression(), front.router)
  app.use(answerNotFound)
  app.use(answerErrors(services))
}

const limitCalls =
  (guard: FloodGuard): RequestHandler =>
  async (req, res, next) => {
    const retryAfter = await guard(requestInfo(req).ip, 1)
    if (retryAfter === null) return next()
    res.setHeader('retry-after', retryAfter)
    next(tooManyRequests())
  }

const requireSameOrigin =
  ({ config }: Services): RequestHandler =>
  (req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD' || isSameOrigin(req.headers, config.publicUrl)) {
      return next()
    }
    next(new AppError('FORBIDDEN', 'This request does not come from the portal.'))
  }

/** Whatever is downloaded is nobody's page: no script runs in it and no cache keeps it. */
const downloadHeaders: RequestHandler[] = [
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] },
    },
    strictTransportSecurity: false,
  }),
  (_req, res, next) => {
    res.setHeader('cache-control', 'private, no-store')
    next()
  },
]

function listen(server: Server, { config }: Services): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => {
      server.off('error', reject)
      const { port } = server.address() as AddressInfo
      resolve(`http://localhost:${port}`)
    })
  })
}
