import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnyTRPCRouter, getTRPCErrorFromUnknown, TRPCError, transformTRPCResponse } from '@trpc/server'
import { getHTTPStatusCode } from '@trpc/server/http'
import type { TRPCResponse } from '@trpc/server/rpc'
import { bearerToken } from '../../auth/gate.ts'
import type { RequestCtx, Services } from '../../core/context.ts'
import { secondsSince } from '../../core/measures.ts'
import { maskError, toTrpcError } from '../../core/wire-errors.ts'
import { createContext } from '../../trpc/create-context.ts'
import { type FloodGuard, tooManyRequests } from '../flood-guard.ts'
import { openRequest, requestInfo } from '../request-info.ts'
import { isSameOrigin } from '../same-origin.ts'
import { parseRpcRequest, parseTarget, type RpcRequest } from './parse.ts'
import { readBody } from './read-body.ts'
import { openLines, sendJson } from './send.ts'
import { createSettler, openDeadline, TIME_LIMIT_MS } from './settle.ts'
import { createStockHandler } from './stock.ts'

export const RPC_PREFIX = '/trpc/'
export const MAX_BODY_BYTES = 1_000_000

export interface RpcOptions {
  services: Services
  router: AnyTRPCRouter
  /** Lets everything pass when left out. */
  guard?: FloodGuard
  timeLimitMs?: number
}

export interface RpcHandler {
  handle: (req: IncomingMessage, res: ServerResponse) => void
  /** Cuts the open subscriptions; their clients connect again. */
  closeStreams: () => void
}

/**
 * Answers `/trpc/…`. Plain calls run through the router's own procedures with thin HTTP wrapping of
 * ours, which costs a fraction of the stock adapter's; whatever else comes is handed to that one.
 */
export function createRpcHandler({
  services,
  router,
  guard,
  timeLimitMs = TIME_LIMIT_MS,
}: RpcOptions): RpcHandler {
  const streams = new Set<ServerResponse>()
  const { settle, errorResponse } = createSettler(router, services)

  const contextOf = (req: IncomingMessage, res: ServerResponse): Promise<RequestCtx> =>
    createContext(services, requestInfo(req), req.headers, (cookie) => {
      if (res.headersSent) services.log.warn({ requestId: requestInfo(req).id }, 'a cookie came too late')
      else res.appendHeader('set-cookie', cookie)
    })
  const contextInTime: typeof contextOf = (req, res) =>
    Promise.race([contextOf(req, res), openDeadline(res, timeLimitMs).passed])
  const answerByStock = createStockHandler(router, contextInTime, MAX_BODY_BYTES)

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const refusal = refuse(req, services.config.publicUrl)
    const target = parseTarget(req.url ?? '', RPC_PREFIX)
    if (refusal !== null || target === null) {
      req.resume()
      const error = refusal ?? new TRPCError({ code: 'BAD_REQUEST', message: 'Invalid URL' })
      return send(req, res, errorResponse(error))
    }
    const paths = target.path.split(',')
    const retryAfter = (await guard?.(requestInfo(req).ip, paths.length)) ?? null
    if (retryAfter !== null) {
      req.resume()
      res.setHeader('retry-after', retryAfter)
      return send(req, res, errorResponse(toTrpcError(tooManyRequests())))
    }
    let body: string | undefined
    if (req.method === 'POST') {
      const read = await readBody(req, MAX_BODY_BYTES)
      if (read.kind === 'aborted') return
      if (read.kind === 'too-large') {
        const message = `A request may hold ${MAX_BODY_BYTES / 1_000_000} MB at most.`
        return send(req, res, errorResponse(new TRPCError({ code: 'PAYLOAD_TOO_LARGE', message })))
      }
      body = read.text
    }
    const request = parseRpcRequest(router, req, target, body)
    if (request === null) {
      streams.add(res)
      const started = performance.now()
      res.once('close', () => {
        streams.delete(res)
        if (res.statusCode >= 400)
          services.measures.calls.record('other', res.statusCode, secondsSince(started))
      })
      return answerByStock(req, res, { path: target.path, body })
    }
    return run(req, res, request)
  }

  async function run(req: IncomingMessage, res: ServerResponse, request: RpcRequest): Promise<void> {
    const deadline = openDeadline(res, timeLimitMs)
    let ctx: RequestCtx
    try {
      ctx = await Promise.race([contextOf(req, res), deadline.passed])
    } catch (error) {
      return send(req, res, errorResponse(getTRPCErrorFromUnknown(error), { type: request.type }))
    }
    const results = request.calls.map((call, index) => settle(call, request.type, ctx, deadline, index))
    if (request.lines && results.length > 1 && request.type === 'query') {
      return sendAsTheySettle(req, res, results)
    }
    // Mutations wait for each other: one of them may set a cookie, which must precede the first line.
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

  /** The line-stream format of tRPC's clients: which call this is, that it settled, and with what. */
  const toLine = (response: TRPCResponse, index: number): string =>
    `[${index},0,[[${JSON.stringify(transformTRPCResponse(router._def._config, response))}]]]\n`

  const head = (count: number): string =>
    `{${Array.from({ length: count }, (_, index) => `"${index}":[[0],[null,0,${index}]]`).join(',')}}\n`

  return {
    handle: (req, res) => {
      const { id } = openRequest(services, req, res)
      answer(req, res).catch((error: unknown) => {
        services.log.error({ requestId: id, err: error }, 'answer failed')
        if (res.headersSent) return void res.destroy()
        void send(req, res, errorResponse(maskError(id)))
      })
    },
    closeStreams: () => {
      for (const res of streams) res.destroy()
    },
  }
}

/** Whatever may change state must come as JSON, and from the portal's own pages or with an access token. */
function refuse(req: IncomingMessage, publicUrl: string): TRPCError | null {
  if (req.method === 'GET' || req.method === 'HEAD') return null
  if (bearerToken(req.headers.authorization) === null && !isSameOrigin(req.headers, publicUrl)) {
    return new TRPCError({ code: 'FORBIDDEN', message: 'This request does not come from the portal.' })
  }
  if (req.method === 'POST' && !req.headers['content-type']?.startsWith('application/json')) {
    return new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Calls are sent as JSON.' })
  }
  return null
}
