import { initTRPC } from '@trpc/server'
import { ZodError } from 'zod'
import { LIVE_PING_MS, LIVE_SILENCE_MS } from '#shared/live.ts'
import type { Action } from '#shared/policies.ts'
import { isUnavailable } from '../db/dialect.ts'
import { isReplicaTrouble } from '../db/replica.ts'
import type { AgencyReach, RequestCtx, UserActor, UserCtx } from './context.ts'
import { AppError, unavailable } from './errors.ts'
import { keyOf, type Outcome, type Repetition, runKeyed } from './idempotency.ts'
import { agencyMissing, refusalOf } from './restrictions.ts'
import { unstorableIn } from './storable.ts'
import { storageTrouble } from './storage-trouble.ts'
import { formatError, maskError, toTrpcError } from './wire-errors.ts'

export interface Meta {
  /** The entry of the access matrix that decides; every procedure names one. */
  can: Action
  /** Answered by the stock HTTP adapter: subscriptions and anything that streams. */
  stream?: boolean
  /** A costly query, which a replica may answer. */
  reads?: 'replica'
  /** Stays possible while nothing else may be changed. */
  whileReading?: boolean
  /** For a mutation that can't be one transaction with its idempotency key. */
  repetition?: Repetition
  /** The message for somebody signed out, where the specification names one. */
  signedOut?: string
}

const t = initTRPC
  .context<RequestCtx>()
  .meta<Partial<Meta>>()
  .create({
    isDev: false,
    errorFormatter: formatError,
    sse: {
      ping: { enabled: true, intervalMs: LIVE_PING_MS },
      client: { reconnectAfterInactivityMs: LIVE_SILENCE_MS },
    },
  })

export const router = t.router
export const mergeRouters = t.mergeRouters
export const createCallerFactory = t.createCallerFactory

/** Undefined where there is no body or one that can't be read: a call that takes input refuses that itself. */
const inputOf = (read: () => Promise<unknown>): Promise<unknown> => read().catch(() => undefined)

/** Decides by the access matrix, then turns known failures into their wire form and masks the rest. */
const gate = t.middleware(async ({ ctx, meta, path, type, getRawInput, next }) => {
  if (meta?.can === undefined) throw new Error(`The procedure ${path} names no policy`)
  const { can, whileReading, signedOut } = meta
  const refusal = refusalOf(ctx, { can, changes: type === 'mutation', whileReading, signedOut })
  if (refusal !== null) throw toTrpcError(refusal)
  const unstorable = unstorableIn(await inputOf(getRawInput))
  if (unstorable !== null) throw toTrpcError(unstorable)
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  const known = cause instanceof AppError ? cause : storageTrouble(ctx.services, cause)
  if (known !== null) throw toTrpcError(known)
  if (isUnavailable(cause)) {
    ctx.services.log.warn({ requestId: ctx.request.id, path, err: cause }, 'the database did not answer')
    throw toTrpcError(unavailable())
  }
  if (cause instanceof ZodError || result.error.code !== 'INTERNAL_SERVER_ERROR') return result
  ctx.services.log.error({ requestId: ctx.request.id, path, err: cause ?? result.error }, 'call failed')
  throw maskError(ctx.request.id)
})

/** A mutation that comes with an idempotency key acts once, however often it is sent. */
const once = t.middleware(async ({ ctx, meta, path, type, batchIndex, getRawInput, next }) => {
  const { idempotencyKeys = [] } = ctx
  const key = type === 'mutation' ? keyOf(idempotencyKeys, batchIndex ?? 0) : null
  if (key === null) return next()
  const call = { procedure: path, key, input: await inputOf(getRawInput), repetition: meta?.repetition }
  const run = (keyed: UserCtx): Promise<Outcome> => next({ ctx: keyed })
  return (await runKeyed(ctx as RequestCtx & UserCtx, call, run)) as Awaited<ReturnType<typeof next>>
})

/** A costly query is the replica's while that has everything; whatever goes wrong there, the original answers. */
const fromReplica = t.middleware(async ({ ctx, meta, type, next }) => {
  const { replica } = ctx.services
  if (replica === null || meta?.reads !== 'replica' || type !== 'query') return next()
  const db = await replica.current()
  if (db === null) return next()
  const result = await next({ ctx: { db } })
  if (result.ok || !isReplicaTrouble(result.error.cause)) return result
  replica.rest()
  return next()
})

/** Open to anyone, signed in or not. */
export const publicProcedure = t.procedure.use(gate)

/** Needs a session; `ctx.actor` says whose. */
export const userProcedure = t.procedure
  .use(gate)
  .use(once)
  .use(fromReplica)
  .use(({ ctx, next }) => next({ ctx: { actor: ctx.actor as UserActor } }))

/** Needs a session of somebody who belongs to an agency. */
export const agencyProcedure = t.procedure
  .use(gate)
  .use(once)
  .use(({ ctx, next }) => {
    if (ctx.reach.agencyId === null) {
      throw toTrpcError(agencyMissing())
    }
    return next({ ctx: { actor: ctx.actor as UserActor, reach: ctx.reach as AgencyReach } })
  })
