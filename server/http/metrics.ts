import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Router } from 'express'
import type { Registry } from 'prom-client'
import { addressKey } from '../adapters/rate-limit.ts'
import { bearerToken } from '../auth/gate.ts'
import type { Config } from '../core/config.ts'
import type { Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { Job } from '../core/jobs.ts'
import { answerNotFound } from './errors.ts'
import { isLoopback } from './flood-guard.ts'

/** `/metrics`: figures for Prometheus, for nobody but those who may scrape them. */
export function createMetricsRoute(services: Services, jobs: readonly Job[]): Router {
  const router = Router()
  let opening: Promise<Registry> | undefined
  router.get('/metrics', async (req, res, next) => {
    res.setHeader('cache-control', 'no-store')
    const may = mayScrape(services.config, req)
    if (may === null) return answerNotFound(req, res, next)
    if (!may) throw new AppError('UNAUTHORIZED', 'Send METRICS_TOKEN as a bearer token.')
    // Whoever never scrapes has neither the library nor its watch on the event loop.
    opening ??= import('./metrics-registry.ts').then((module) => module.openRegistry(services, jobs))
    const registry = await opening
    res.type(registry.contentType).send(await registry.metrics())
  })
  return router
}

/**
 * With METRICS_TOKEN, who sends it. Without, only this machine itself, and only while PUBLIC_URL is this machine's
 * too: a proxy beside the portal would pass strangers on. Null where there is nothing to scrape.
 */
function mayScrape({ metricsToken, publicUrl }: Config, req: IncomingMessage): boolean | null {
  if (metricsToken !== null) {
    const token = bearerToken(req.headers.authorization)
    return token !== null && timingSafeEqual(digest(token), digest(metricsToken))
  }
  const isDirect = FORWARDED.every((name) => req.headers[name] === undefined)
  const isOurs =
    LOCAL.test(new URL(publicUrl).hostname) && isLoopback(addressKey(req.socket.remoteAddress ?? ''))
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
const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Digests are of one length, which the comparison needs, and tell nothing of the token's. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
