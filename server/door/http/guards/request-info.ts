import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { addressKey } from '../../../base/adapters/rate-limit.ts'
import { plainAddress } from '../../../base/adapters/taxes/address.ts'
import type { Services } from '../../../base/core/context.ts'

/** What is known about a request before its cookie is read. */
export interface RequestInfo {
  id: string
  ip: string
  /** The address as rate limits count it: for IPv6, its network. */
  network: string
  userAgent: string | null
}

const infos = new WeakMap<IncomingMessage, RequestInfo>()

const requestLogs = new WeakMap<Logger, Logger>()

/**
 * A logger without redaction, for lines that can't contain secrets: redaction would cost ten times as much as
 * the line.
 */
function requestLog(log: Logger): Logger {
  const known = requestLogs.get(log)
  if (known !== undefined) return known
  const own = log.child({}, { redact: [] })
  requestLogs.set(log, own)
  return own
}

const HSTS_SECONDS = 31_536_000

/** Assigns a request id, sets common response headers, and logs one line after the response. */
export function openRequest(
  services: Pick<Services, 'config' | 'log'>,
  req: IncomingMessage,
  res: ServerResponse,
): RequestInfo {
  const ip = callerAddress(req, services.config.trustProxy)
  const info: RequestInfo = {
    id: randomUUID(),
    ip,
    network: addressKey(ip),
    userAgent: req.headers['user-agent']?.slice(0, 300) ?? null,
  }
  infos.set(req, info)
  res.setHeader('x-request-id', info.id)
  res.setHeader('x-content-type-options', 'nosniff')
  if (services.config.publicUrl.startsWith('https:')) {
    res.setHeader('strict-transport-security', `max-age=${HSTS_SECONDS}`)
  }
  const { method, url } = req
  const started = performance.now()
  res.once('close', () => {
    const line = {
      requestId: info.id,
      method,
      path: loggedPath(url ?? ''),
      status: res.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ip: info.ip,
    }
    const level = res.statusCode < 400 && isRoutine(line.path) ? 'debug' : 'info'
    requestLog(services.log)[level](line, res.writableFinished ? 'request' : 'request aborted by the caller')
  })
  return info
}

/** Static files and health probes would clutter the log. */
const isRoutine = (path: string): boolean =>
  (path.includes('.') && !path.startsWith('/trpc/')) || path === '/healthz' || path === '/readyz'

/** The info that `openRequest` created for this request. */
export function requestInfo(req: IncomingMessage): RequestInfo {
  const info = infos.get(req)
  if (info === undefined) throw new Error('The request was never opened')
  return info
}

/**
 * The caller's address. `trustProxy` is the number of reverse proxies in front: each appends the address it
 * saw to X-Forwarded-For, so only that many entries from the right can be trusted.
 */
export function callerAddress(req: IncomingMessage, trustProxy: number): string {
  const own = plainAddress(req.socket.remoteAddress ?? '') ?? ''
  const header = trustProxy > 0 ? req.headers['x-forwarded-for'] : undefined
  if (header === undefined) return own
  const forwarded = String(header)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  return plainAddress(forwarded.at(-Math.min(trustProxy, forwarded.length)) ?? '') ?? own
}

/** The path without query and without segments long enough to be a secret token. */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/[^/]{40,}/g, (segment) =>
    segment.includes(',') ? segment : `${segment.slice(0, 4)}…`,
  )
