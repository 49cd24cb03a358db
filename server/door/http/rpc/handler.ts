import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnyTRPCRouter, getTRPCErrorFromUnknown, TRPCError, transformTRPCResponse } from '@trpc/server'
import { getHTTPStatusCode } from '@trpc/server/http'
import type { TRPCResponse } from '@trpc/server/rpc'
import type { ErrorDetails } from '#shared/base/errors.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import { secondsSince } from '../../../base/core/calls/measures.ts'
import { maskError, toTrpcError } from '../../../base/core/calls/wire-errors.ts'
import type { RequestCtx, Services } from '../../../base/core/context.ts'
import { createContext } from '../../trpc/create-context.ts'
import { type FloodGuard, tooManyRequests } from '../guards/flood-guard.ts'
import { openRequest, requestInfo } from '../guards/request-info.ts'
import { createOriginGuard, type OriginGuard } from '../guards/same-origin.ts'
import { parseRpcRequest, parseTarget, type RpcRequest } from './parse.ts'
import { readBody } from './read-body.ts'
import { openLines, sendJson } from './send.ts'
import { createSettler, openDeadline, TIME_LIMIT_MS } from './settle.ts'
import { requireSimple } from './shape.ts'
import { createTrpcHandler } from './trpc-handler.ts'

export const RPC_PREFIX = '/trpc/'
export const MAX_BODY_BYTES = 1_000_000
/** For signed-out callers, whose forms are short. */
export const MAX_OPEN_BODY_BYTES = 32_000
/** This many bytes of body count as another call for flood protection. */
const BYTES_OF_CALL = 4096

export interface RpcOptions {
  services: Services
  router: AnyTRPCRouter
  /** Optional; without it, nothing is limited. */
  guard?: FloodGuard
  /** Shared with the rest of the server, so that a warning appears once. */
  refuseForeign?: OriginGuard
  timeLimitMs?: number
}

interface Received {
  body?: string
  /** The caller, if already resolved. */
  context?: RequestCtx
}

export interface RpcHandler {
  handle: (req: IncomingMessage, res: ServerResponse) => void
  /** Closes open subscriptions; clients reconnect. */
  closeStreams: () => void
}

/**
 * Handles `/trpc/…`. Plain calls run the router's procedures with our own thin HTTP layer, at a fraction of
 * the cost of tRPC's adapter, which handles all other requests.
 */
export function createRpcHandler({
  services,
  router,
  guard,
  refuseForeign = createOriginGuard(services),
  timeLimitMs = TIME_LIMIT_MS,
}: RpcOptions): RpcHandler {
  const streams = new Set<ServerResponse>()
  const { settle, errorResponse } = createSettler(router, services)

  const contextOf = (req: IncomingMessage, res: ServerResponse): Promise<RequestCtx> =>
    createContext(services, requestInfo(req), req.headers, (cookie) => {
      if (res.headersSent)
        services.log.warn(
          { requestId: requestInfo(req).id },
          'a session cookie could not be set: the response was already sent',
        )
      else res.appendHeader('set-cookie', cookie)
    })
  const contextInTime: typeof contextOf = (req, res) =>
    Promise.race([contextOf(req, res), openDeadline(res, timeLimitMs).passed])
  const answerByStock = createTrpcHandler(router, MAX_BODY_BYTES)

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const refusal = refuse(req, refuseForeign)
    const target = parseTarget(req.url ?? '', RPC_PREFIX, services.earlierNames)
    if (refusal !== null || target === null) {
      req.resume()
      const error = refusal ?? new TRPCError({ code: 'BAD_REQUEST', message: 'Invalid URL' })
      return send(req, res, errorResponse(error))
    }
    let received: Received | null
    try {
      await count(req, target.path.split(',').length)
      received = await receive(req, res)
      if (received === null) return
      requireSimple(received.body ?? target.params.get('input') ?? '')
    } catch (error) {
      req.resume()
      if (error instanceof AppError) return send(req, res, errorResponse(toTrpcError(error)))
      if (error instanceof TRPCError) return send(req, res, errorResponse(error))
      throw error
    }
    const { body, context } = received
    const request = parseRpcRequest(router, req, target, body)
    if (request === null) {
      streams.add(res)
      const started = performance.now()
      res.once('close', () => {
        streams.delete(res)
        if (res.statusCode >= 400)
          services.measures.calls.record('other', res.statusCode, secondsSince(started))
      })
      const createContext = async () => context ?? contextInTime(req, res)
      return answerByStock(req, res, { path: target.path, body, createContext })
    }
    return run(req, res, request, context)
  }

  async function count(req: IncomingMessage, calls: number): Promise<void> {
    const retryAfter = (await guard?.(requestInfo(req).ip, calls)) ?? null
    if (retryAfter !== null) throw tooManyRequests(retryAfter)
  }

  /** The body, if it is acceptable; null if the caller disconnected. Large bodies require a session first. */
  async function receive(req: IncomingMessage, res: ServerResponse): Promise<Received | null> {
    if (req.method === 'GET' || req.method === 'HEAD') return {}
    const isShort = Number(req.headers['content-length'] ?? Infinity) <= MAX_OPEN_BODY_BYTES
    const context = isShort ? undefined : await contextInTime(req, res)
    const limit = context?.actor.kind === 'user' ? MAX_BODY_BYTES : MAX_OPEN_BODY_BYTES
    const read = await readBody(req, limit)
    if (read.kind === 'aborted') return null
    if (read.kind === 'too-large') throw tooLarge(limit)
    if (read.kind === 'not-utf-8') throw new AppError('BAD_REQUEST', 'The request is not UTF-8.')
    const calls = Math.floor(read.text.length / BYTES_OF_CALL)
    if (calls > 0) await count(req, calls)
    return { body: read.text, context }
  }

  async function run(
    req: IncomingMessage,
    res: ServerResponse,
    request: RpcRequest,
    context: RequestCtx | undefined,
  ): Promise<void> {
    const deadline = openDeadline(res, timeLimitMs)
    let ctx: RequestCtx
    try {
      ctx = context ?? (await Promise.race([contextOf(req, res), deadline.passed]))
    } catch (error) {
      return send(req, res, errorResponse(getTRPCErrorFromUnknown(error), { type: request.type }))
    }
    const results = request.calls.map((call, index) => settle(call, request.type, ctx, deadline, index))
    if (request.lines && results.length > 1 && request.type === 'query') {
      return sendAsTheySettle(req, res, results)
    }
    // Responses of mutations are sent together: one may set a cookie, which must precede the first line.
    const settled = await Promise.all(results)
    if (request.lines) return sendJson(req, res, 200, head(settled.length) + settled.map(toLine).join(''))
    return send(req, res, request.batch ? settled : (settled[0] as TRPCResponse))
  }

  function send(
    req: IncomingMessage,
    res: ServerResponse,
    response: TRPCResponse | TRPCResponse[],
  ): Promise<void> {
    const text = JSON.stringify(transformTRPCResponse(router._def._config, response))
    const retryAfter = Math.max(...[response].flat().map(retryAfterOf))
    if (retryAfter > 0) res.setHeader('retry-after', retryAfter)
    return sendJson(req, res, getHTTPStatusCode(response), text)
  }

  async function sendAsTheySettle(
    req: IncomingMessage,
    res: ServerResponse,
    results: Promise<TRPCResponse>[],
  ): Promise<void> {
    let lines: ReturnType<typeof openLines> | undefined
    await Promise.all(
      results.map(async (result, index) => {
        const line = toLine(await result, index)
        if (res.destroyed) return
        if (lines === undefined) {
          lines = openLines(req, res)
          lines.write(head(results.length) + line)
        } else lines.write(line)
      }),
    )
    lines?.end()
  }

  /** The line format of tRPC's streaming clients: the call's index and its result. */
  const toLine = (response: TRPCResponse, index: number): string =>
    `[${index},0,[[${JSON.stringify(transformTRPCResponse(router._def._config, response))}]]]\n`

  const head = (count: number): string =>
    `{${Array.from({ length: count }, (_, index) => `"${index}":[[0],[null,0,${index}]]`).join(',')}}\n`

  return {
    handle: (req, res) => {
      const { id } = openRequest(services, req, res)
      answer(req, res).catch((error: unknown) => {
        services.log.error({ requestId: id, err: error }, 'response failed')
        if (res.headersSent) return void res.destroy()
        void send(req, res, errorResponse(maskError(id)))
      })
    },
    closeStreams: () => {
      for (const res of streams) res.destroy()
    },
  }
}

/** Seconds after which a refused call may be repeated; 0 if it says nothing. */
const retryAfterOf = (response: TRPCResponse): number => {
  const { data } = 'error' in response ? (response.error as { data?: ErrorDetails }) : {}
  return data?.retry_after ?? 0
}

const tooLarge = (limit: number): AppError =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    limit === MAX_BODY_BYTES
      ? `A request can be at most ${MAX_BODY_BYTES / 1_000_000} MB.`
      : `A request can be at most ${MAX_OPEN_BODY_BYTES / 1000} KB while you are not signed in.`,
    { reason: 'body_too_large' },
  )

/** Requests that may change state must be JSON, and same-origin or with an access token. */
function refuse(req: IncomingMessage, refuseForeign: OriginGuard): TRPCError | null {
  if (req.method === 'GET' || req.method === 'HEAD') return null
  const refusal = refuseForeign(req.headers)
  if (refusal !== null) return toTrpcError(refusal)
  if (req.method === 'POST' && !req.headers['content-type']?.startsWith('application/json')) {
    return new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Calls must be sent as JSON.' })
  }
  return null
}
