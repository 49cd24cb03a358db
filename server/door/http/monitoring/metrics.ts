import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type NextFunction, type Request, type Response, Router } from 'express'
import type { Registry } from 'prom-client'
import { addressKey } from '../../../base/adapters/rate-limit.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import { type Config, isLocal } from '../../../base/core/config.ts'
import type { Services } from '../../../base/core/context.ts'
import { bearerToken } from '../../../identity/auth/gate.ts'
import { answerNotFound } from '../errors.ts'
import { isLoopback } from '../guards/flood-guard.ts'

/** `/metrics`: Prometheus metrics, for authorized scrapers only. */
export function createMetricsRoute(services: Services): Router {
  const router = Router()
  let opening: Promise<Registry> | undefined
  router.get('/metrics', async (req, res, next) => {
    if (!requireScraper(services.config, req, res, next)) return
    // Loaded on the first scrape, because the library also monitors the event loop.
    opening ??= import('./metrics-registry.ts').then((module) => module.openRegistry(services))
    const registry = await opening
    res.type(registry.contentType).send(await services.inFlight.run(() => registry.metrics()))
  })
  return router
}

/** Returns whether the caller may continue. Otherwise responds with 404, or throws UNAUTHORIZED for a wrong token. */
export function requireScraper(config: Config, req: Request, res: Response, next: NextFunction): boolean {
  res.setHeader('cache-control', 'no-store')
  const may = mayScrape(config, req)
  if (may === false) throw new AppError('UNAUTHORIZED', 'Send METRICS_TOKEN as a bearer token.')
  if (may === null) answerNotFound(req, res, next)
  return may !== null
}

/**
 * With METRICS_TOKEN, callers must send it. Without, only this machine may scrape, and only if PUBLIC_URL is
 * local: a local proxy would forward strangers. Null if there are no metrics.
 */
function mayScrape({ metricsToken, publicUrl }: Config, req: IncomingMessage): boolean | null {
  if (metricsToken !== null) {
    const token = bearerToken(req.headers.authorization)
    return token !== null && timingSafeEqual(digest(token), digest(metricsToken))
  }
  const isDirect = FORWARDED.every((name) => req.headers[name] === undefined)
  const isOurs = isLocal(publicUrl) && isLoopback(addressKey(req.socket.remoteAddress ?? ''))
  return isDirect && isOurs ? true : null
}

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/** Digests have equal lengths, as the comparison needs, and don't reveal the token's length. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
