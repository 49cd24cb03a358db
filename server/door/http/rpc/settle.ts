import type { ServerResponse } from 'node:http'
import { type AnyTRPCRouter, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server'
import { getHTTPStatusCode } from '@trpc/server/http'
import type { TRPCResponse } from '@trpc/server/rpc'
import { secondsSince } from '../../../base/core/calls/measures.ts'
import type { RequestCtx, Services } from '../../../base/core/context.ts'
import type { RpcCall, RpcRequest } from './parse.ts'

export const TIME_LIMIT_MS = 30_000

export interface Deadline {
  signal: AbortSignal
  /** Rejects when the time is up; never resolves. */
  passed: Promise<never>
}

/** Aborts the calls' signal when the caller disconnects or the time is up. */
export function openDeadline(res: ServerResponse, ms = TIME_LIMIT_MS): Deadline {
  const controller = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const timer = setTimeout(() => {
    reject(new TRPCError({ code: 'TIMEOUT', message: 'The server took too long. Please try again.' }))
    controller.abort()
  }, ms)
  res.once('close', () => {
    clearTimeout(timer)
    if (!res.writableFinished) controller.abort()
  })
  return { signal: controller.signal, passed: promise }
}

interface FailedCall {
  path?: string
  input?: unknown
  type?: RpcRequest['type']
  ctx?: RequestCtx
}

/** Runs the router's procedures, measured and traced; returns the result or the error in wire form. */
export function createSettler(
  router: AnyTRPCRouter,
  { measures, tracing }: Pick<Services, 'measures' | 'tracing'>,
) {
  const errorResponse = (
    error: TRPCError,
    { path, input, type, ctx }: FailedCall = {},
  ): TRPCResponse & { error: unknown } => {
    const config = router._def._config
    return { error: getTRPCErrorShape({ config, error, type: type ?? 'unknown', path, input, ctx }) }
  }

  async function settle(
    call: RpcCall,
    type: RpcRequest['type'],
    ctx: RequestCtx,
    deadline: Deadline,
    batchIndex = 0,
  ): Promise<TRPCResponse> {
    const started = performance.now()
    const response = await answerCall(call, type, ctx, deadline, batchIndex)
    measures.calls.record(call.path, getHTTPStatusCode(response), secondsSince(started))
    return response
  }

  async function answerCall(
    call: RpcCall,
    type: RpcRequest['type'],
    ctx: RequestCtx,
    deadline: Deadline,
    batchIndex: number,
  ): Promise<TRPCResponse> {
    try {
      const run = (): Promise<unknown> =>
        call.procedure({
          path: call.path,
          getRawInput: async () => call.input,
          ctx,
          type,
          signal: deadline.signal,
          batchIndex,
        })
      const running = tracing === null ? run() : tracing.within(call.path, { 'rpc.method': call.path }, run)
      return { result: { data: await Promise.race([running, deadline.passed]) } }
    } catch (cause) {
      return errorResponse(getTRPCErrorFromUnknown(cause), { ...call, type, ctx })
    }
  }

  return { settle, errorResponse }
}
