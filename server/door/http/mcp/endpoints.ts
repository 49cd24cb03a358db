import { hash } from 'node:crypto'
import type { AnyTRPCRouter } from '@trpc/server'
import type { Request, Response } from 'express'
import { AppError, tokenInvalid } from '../../../base/core/calls/errors.ts'
import { readKeys } from '../../../base/core/calls/idempotency.ts'
import type { Ctx, RequestCtx } from '../../../base/core/context.ts'
import { servesOrigin } from '../../../identity/agencies/queries/host.ts'
import { accessToken, bearerToken } from '../../../identity/auth/gate.ts'
import type { Endpoint } from '../endpoint.ts'
import { requestInfo } from '../guards/request-info.ts'
import { MAX_BODY_BYTES } from '../rpc/handler.ts'
import { readBody } from '../rpc/read-body.ts'
import { openDeadline } from '../rpc/settle.ts'
import { requireSimple } from '../rpc/shape.ts'

/**
 * The procedures as tools of the Model Context Protocol, for agents with an access token. Stateless: there
 * are no sessions and no open streams.
 */
export const mcpEndpoints = (router: AnyTRPCRouter): readonly Endpoint[] => [
  { method: 'post', path: '/', can: 'public', handle: (ctx, req, res) => answer(router, ctx, req, res) },
  { method: 'get', path: '/', can: 'public', handle: (_ctx, _req, res) => onlyPost(res) },
  { method: 'delete', path: '/', can: 'public', handle: (_ctx, _req, res) => onlyPost(res) },
]

function onlyPost(res: Response): void {
  res.setHeader('allow', 'POST')
  res.status(405).json(failure(-32_000, 'Sessions are not supported: send each message by POST.'))
}

async function answer(router: AnyTRPCRouter, ctx: Ctx, req: Request, res: Response): Promise<void> {
  try {
    refuseWithoutToken(ctx, req, res)
    await refuseOtherOrigins(ctx, req)
  } catch (refusal) {
    req.resume()
    throw refusal
  }
  const body = await readBody(req, MAX_BODY_BYTES)
  if (body.kind === 'aborted') return
  if (body.kind === 'too-large') {
    throw new AppError('PAYLOAD_TOO_LARGE', `A request can be at most ${MAX_BODY_BYTES / 1_000_000} MB.`)
  }
  if (body.kind === 'not-utf-8') {
    return void res.status(400).json(failure(-32_700, 'The message is not UTF-8.'))
  }
  requireSimple(body.text)
  const message = parse(body.text)
  if (message === undefined) return void res.status(400).json(failure(-32_700, 'The message is not JSON.'))
  if (Array.isArray(message)) {
    return void res.status(400).json(failure(-32_600, 'Send one message at a time.'))
  }
  // Loaded with the first request, because most portals serve no agents.
  const { answerMessage } = await import('./server.ts')
  const response = await answerMessage(router, toRequest(req), message, {
    ctx: callContext(ctx, req),
    deadline: openDeadline(res),
    writes: req.query.write === '1',
    all: req.query.tools === 'all',
    credential: hash('sha256', accessToken(req.headers.authorization) ?? ''),
  })
  if (res.destroyed) return
  res.status(response.status)
  response.headers.forEach((value, name) => void res.setHeader(name, value))
  res.send(await response.text())
}

/** Browsers send an Origin: rejects pages of other sites, including by DNS rebinding. */
async function refuseOtherOrigins(ctx: Ctx, { headers: { origin } }: Request): Promise<void> {
  if (origin === undefined || (await servesOrigin(ctx, origin))) return
  throw new AppError('FORBIDDEN', 'This request does not come from the portal.')
}

/** Only the token authenticates; cookies are ignored. */
function refuseWithoutToken({ actor }: Ctx, req: Request, res: Response): void {
  const { authorization } = req.headers
  if (accessToken(authorization) !== null && actor.kind === 'user') return
  // A token of another service.
  if (bearerToken(authorization) !== null) throw tokenInvalid()
  res.setHeader('www-authenticate', 'Bearer realm="mcp"')
  const message = 'Send an access token as “Authorization: Bearer”. Create tokens in Settings.'
  throw new AppError('UNAUTHORIZED', message, { reason: 'token_missing' })
}

const callContext = (ctx: Ctx, req: Request): RequestCtx => ({
  ...ctx,
  sessionId: null,
  device: null,
  request: requestInfo(req),
  idempotencyKeys: readKeys(req.headers['idempotency-key']),
  setCookie: () => {},
})

/** The request as the protocol's transport expects it; its body has already been read. */
function toRequest(req: Request): globalThis.Request {
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id']) {
    const value = req.headers[name]
    if (value !== undefined) headers.set(name, String(value))
  }
  return new globalThis.Request('http://portal/mcp', { method: 'POST', headers })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failure = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })
