import type { IncomingMessage } from 'node:http'
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { currentPath, type EarlierNames } from '../../../base/core/calls/renamed-procedures.ts'

export const MAX_BATCH = 10

export interface RpcCall {
  path: string
  procedure: AnyTRPCProcedure
  input: unknown
}

/** A well-formed request for plain queries or mutations. */
export interface RpcRequest {
  type: 'query' | 'mutation'
  batch: boolean
  /** One line per finished call, as requested by `httpBatchStreamLink`. */
  lines: boolean
  calls: RpcCall[]
}

/**
 * Parses what the standard links send. Null for anything else (unknown paths, subscriptions, wrong methods,
 * malformed input), which tRPC's adapter handles.
 */
export function parseRpcRequest(
  router: AnyTRPCRouter,
  req: IncomingMessage,
  target: RpcTarget,
  body: string | undefined,
): RpcRequest | null {
  const type = methodType(req, body)
  if (type === null || target.params.has('connectionParams')) return null
  const batch = target.params.get('batch') === '1'
  const lines = wantsLines(req)
  if (lines && !batch) return null
  const paths = batch ? target.path.split(',') : [target.path]
  if (paths.length > MAX_BATCH) return null

  const procedures = paths.map((path) => findProcedure(router, path, type))
  const inputs = readInputs(batch, type === 'query' ? target.params.get('input') : body)
  if (inputs === null) return null
  const calls: RpcCall[] = []
  for (const [index, procedure] of procedures.entries()) {
    if (procedure === null) return null
    calls.push({ path: paths[index] ?? '', procedure, input: inputs[index] })
  }
  return { type, batch, lines, calls }
}

export interface RpcTarget {
  path: string
  params: URLSearchParams
}

/** Splits `/trpc/a.b,c.d?batch=1&…`, with current names; null if the path can't be decoded. */
export function parseTarget(url: string, prefix: string, names: EarlierNames): RpcTarget | null {
  const mark = url.indexOf('?')
  const rawPath = mark === -1 ? url.slice(prefix.length) : url.slice(prefix.length, mark)
  try {
    const path = decodeURIComponent(rawPath)
      .split(',')
      .map((one) => currentPath(one, names))
      .join(',')
    return { path, params: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)) }
  } catch {
    return null
  }
}

function methodType(req: IncomingMessage, body: string | undefined): 'query' | 'mutation' | null {
  const contentType = req.headers['content-type']
  const isJson = contentType?.startsWith('application/json') ?? false
  if (req.method === 'GET') return contentType === undefined || isJson ? 'query' : null
  return req.method === 'POST' && isJson && body !== undefined && body !== '' ? 'mutation' : null
}

function wantsLines({ headers }: IncomingMessage): boolean {
  const accept = headers['trpc-accept']
  if (accept !== undefined) return accept === 'application/jsonl'
  return headers.accept?.split(',').some((type) => type.trim() === 'application/jsonl') ?? false
}

function findProcedure(router: AnyTRPCRouter, path: string, type: string): AnyTRPCProcedure | null {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures
  if (!Object.hasOwn(procedures, path)) return null
  const procedure = procedures[path]
  if (procedure === undefined || procedure._def.type !== type) return null
  const meta = procedure._def.meta as { stream?: boolean } | undefined
  return meta?.stream ? null : procedure
}

/** The calls' inputs by position; null if the text isn't in a link's format. */
function readInputs(batch: boolean, text: string | null | undefined): Record<number, unknown> | null {
  if (text === null || text === undefined || text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (!batch) return { 0: value }
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? (value as Record<number, unknown>) : null
  } catch {
    return null
  }
}
