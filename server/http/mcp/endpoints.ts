import type { AnyTRPCRouter } from '@trpc/server'
import type { Request, Response } from 'express'
import { bearerToken } from '../../auth/gate.ts'
import type { Ctx, RequestCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { readKeys } from '../../core/idempotency.ts'
import type { Endpoint } from '../endpoint.ts'
import { requestInfo } from '../request-info.ts'
import { MAX_BODY_BYTES } from '../rpc/handler.ts'
import { readBody } from '../rpc/read-body.ts'
import { openDeadline } from '../rpc/settle.ts'

/**
 * The procedures as tools of the Model Context Protocol, for agents with an access token. Each request stands
 * for itself: there are no sessions, and no stream to keep open.
 */
export const mcpEndpoints = (router: AnyTRPCRouter): readonly Endpoint[] => [
  { method: 'post', path: '/', can: 'public', handle: (ctx, req, res) => answer(router, ctx, req, res) },
  { method: 'get', path: '/', can: 'public', handle: (_ctx, _req, res) => onlyPost(res) },
  { method: 'delete', path: '/', can: 'public', handle: (_ctx, _req, res) => onlyPost(res) },
]

function onlyPost(res: Response): void {
  res.setHeader('allow', 'POST')
  res.status(405).json(failure(-32_000, 'There are no sessions here: send each message by POST.'))
}

async function answer(router: AnyTRPCRouter, ctx: Ctx, req: Request, res: Response): Promise<void> {
  try {
    refuseWithoutToken(ctx, req, res)
    refuseOtherPages(req, ctx.services.config.publicUrl)
  } catch (refusal) {
    req.resume()
    throw refusal
  }
  const body = await readBody(req, MAX_BODY_BYTES)
  if (body.kind === 'aborted') return
  if (body.kind === 'too-large') {
    throw new AppError('PAYLOAD_TOO_LARGE', `A request may hold ${MAX_BODY_BYTES / 1_000_000} MB at most.`)
  }
  const message = parse(body.text)
  if (message === undefined) return void res.status(400).json(failure(-32_700, 'The message is not JSON.'))
  if (Array.isArray(message)) {
    return void res.status(400).json(failure(-32_600, 'Send one message at a time.'))
  }
  // Most portals serve no agent: the protocol is loaded with the first that comes.
  const { answerMessage } = await import('./server.ts')
  const response = await answerMessage(router, toRequest(req), message, {
    ctx: callContext(ctx, req),
    deadline: openDeadline(res),
    writes: req.query.write === '1',
  })
  if (res.destroyed) return
  res.status(response.status)
  response.headers.forEach((value, name) => void res.setHeader(name, value))
  res.send(await response.text())
}

/** A page elsewhere, or one whose name was made to lead here, is no agent. */
function refuseOtherPages({ headers: { origin } }: Request, publicUrl: string): void {
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  throw new AppError('FORBIDDEN', 'This request does not come from the portal.')
}

/** The token alone counts; a browser's cookie opens nothing here. */
function refuseWithoutToken({ actor }: Ctx, req: Request, res: Response): void {
  const sent = bearerToken(req.headers.authorization) !== null
  if (sent && actor.kind === 'user') return
  res.setHeader('www-authenticate', `Bearer realm="mcp"${sent ? ', error="invalid_token"' : ''}`)
  const message = sent
    ? 'This access token is not known, or has ended. Make a new one in Settings.'
    : 'Send an access token as “Authorization: Bearer”. Tokens are made in Settings.'
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

/** The request in the form the protocol's transport reads; its body is read by then. */
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
