import { getTRPCErrorFromUnknown, initTRPC, type TRPCError } from '@trpc/server'
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

type Middleware = Parameters<typeof t.middleware<object>>[0]
type Call = Parameters<Middleware>[0]
/** What stands between the gate and the input; a function of ours, as tRPC copies the call for each middleware. */
type Step = (call: Call) => ReturnType<Middleware>

/**
 * Decides by the access matrix, then turns known failures into their wire form and masks the rest. What it has
 * made sure of is added to the context's type alone.
 */
const gate = <Known extends object>(step: Step) =>
  t.middleware<Known>(async (call) => {
    const { ctx, meta, path, type, getRawInput } = call
    if (meta?.can === undefined) throw new Error(`The procedure ${path} names no policy`)
    const { can, whileReading, signedOut } = meta
    const refusal = refusalOf(ctx, { can, changes: type === 'mutation', whileReading, signedOut })
    if (refusal !== null) throw toTrpcError(refusal)
    const unstorable = unstorableIn(await inputOf(getRawInput))
    if (unstorable !== null) throw toTrpcError(unstorable)
    let error: TRPCError
    try {
      const result = await step(call)
      if (result.ok) return result as Awaited<ReturnType<typeof call.next<Known>>>
      error = result.error
    } catch (thrown) {
      error = getTRPCErrorFromUnknown(thrown)
    }
    throw wireForm(call, error)
  })

/** A failure as the caller hears of it; one that is nobody's fault but ours is logged and masked. */
function wireForm({ ctx, path }: Call, error: TRPCError): TRPCError {
  const { cause } = error
  const known = cause instanceof AppError ? cause : storageTrouble(ctx.services, cause)
  if (known !== null) return toTrpcError(known)
  if (isUnavailable(cause)) {
    ctx.services.log.warn({ requestId: ctx.request.id, path, err: cause }, 'the database did not answer')
    return toTrpcError(unavailable())
  }
  if (cause instanceof ZodError || error.code !== 'INTERNAL_SERVER_ERROR') return error
  ctx.services.log.error({ requestId: ctx.request.id, path, err: cause ?? error }, 'call failed')
  return maskError(ctx.request.id)
}

const answer: Step = ({ next }) => next()

/** A mutation that comes with an idempotency key acts once, however often it is sent. */
const once: Step = async ({ ctx, meta, path, batchIndex, getRawInput, next }) => {
  const { idempotencyKeys = [] } = ctx
  const key = keyOf(idempotencyKeys, batchIndex ?? 0)
  if (key === null) return next()
  const call = { procedure: path, key, input: await inputOf(getRawInput), repetition: meta?.repetition }
  const run = (keyed: UserCtx): Promise<Outcome> => next({ ctx: keyed })
  return (await runKeyed(ctx as RequestCtx & UserCtx, call, run)) as Awaited<ReturnType<typeof next>>
}

/** A costly query is the replica's while that has everything; whatever goes wrong there, the original answers. */
const fromReplica: Step = async ({ ctx, meta, next }) => {
  const { replica } = ctx.services
  if (replica === null || meta?.reads !== 'replica') return next()
  const db = await replica.current()
  if (db === null) return next()
  const result = await next({ ctx: { db } })
  if (result.ok || !isReplicaTrouble(result.error.cause)) return result
  replica.rest()
  return next()
}

/** What a signed-in call passes through, by its type. */
const byType: Record<Call['type'], Step> = { mutation: once, query: fromReplica, subscription: answer }

/** Open to anyone, signed in or not. */
export const publicProcedure = t.procedure.use(gate<object>(answer))

/** Needs a session; `ctx.actor` says whose. */
export const userProcedure = t.procedure.use(gate<{ actor: UserActor }>((call) => byType[call.type](call)))

/** Needs a session of somebody who belongs to an agency. */
export const agencyProcedure = t.procedure.use(
  gate<{ actor: UserActor; reach: AgencyReach }>((call) => {
    if (call.ctx.reach.agencyId === null) throw agencyMissing()
    return byType[call.type](call)
  }),
)
