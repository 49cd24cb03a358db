import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyTRPCRouter } from '@trpc/server'
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http'
import type { RequestCtx } from '../../../base/core/context.ts'
import { MAX_BATCH } from './parse.ts'

export interface TrpcRequest {
  path: string
  /** The body's text, if already read. */
  body: string | undefined
  createContext: () => Promise<RequestCtx>
}

/** tRPC's own adapter for protocol errors and streams. Only the RPC handler calls it, after its checks. */
export function createTrpcHandler(router: AnyTRPCRouter, maxBodySize: number) {
  return (
    req: IncomingMessage,
    res: ServerResponse,
    { path, body, createContext }: TrpcRequest,
  ): Promise<void> =>
    nodeHTTPRequestHandler({
      router,
      req: body === undefined ? req : Object.assign(req, { body }),
      res,
      path,
      maxBodySize,
      maxBatchSize: MAX_BATCH,
      createContext,
    })
}
