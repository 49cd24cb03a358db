import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyTRPCRouter } from '@trpc/server'
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http'
import type { RequestCtx } from '../../core/context.ts'
import { MAX_BATCH } from './parse.ts'

export interface StockRequest {
  path: string
  /** The text of a body that was read already. */
  body: string | undefined
}

export type CreateContext = (req: IncomingMessage, res: ServerResponse) => Promise<RequestCtx>

/**
 * tRPC's own adapter, which answers protocol errors and streams. It is reached through the guards of
 * the RPC handler only, so it is mounted nowhere.
 */
export function createStockHandler(router: AnyTRPCRouter, createContext: CreateContext, maxBodySize: number) {
  return (req: IncomingMessage, res: ServerResponse, { path, body }: StockRequest): Promise<void> =>
    nodeHTTPRequestHandler({
      router,
      req: body === undefined ? req : Object.assign(req, { body }),
      res,
      path,
      maxBodySize,
      maxBatchSize: MAX_BATCH,
      createContext: () => createContext(req, res),
    })
}
