import { getTRPCErrorFromUnknown, initTRPC, type TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { LIVE_PING_MS, LIVE_SILENCE_MS } from '#shared/base/live.ts'
import type { Action } from '#shared/base/policies.ts'
import { isUnavailable } from '../../db/engines/dialect.ts'
import { isReplicaTrouble } from '../../db/engines/replica.ts'
import type { AgencyReach, RequestCtx, UserActor, UserCtx } from '../context.ts'
import { showEmailsIn } from '../shown-emails.ts'
import { describeStorageFailure } from '../storage-failures.ts'
import { AppError, unavailable } from './errors.ts'
import { keyOf, type Outcome, type Repetition, runKeyed } from './idempotency.ts'
import { earlierPath } from './renamed-procedures.ts'
import { agencyMissing, refusalOf } from './restrictions.ts'
import { runCall } from './run-call.ts'
import { unsupportedTextIn } from './unsupported-text.ts'
import { formatError, maskError, toTrpcError } from './wire-errors.ts'

export interface Meta {
  /** The access matrix's entry that decides; required for every procedure. */
  can: Action
  /** Served by tRPC's HTTP adapter: subscriptions and streamed responses. */
  stream?: boolean
  /** An expensive query that a replica may serve. */
  reads?: 'replica'
  /** Allowed in read-only mode. */
  whileReading?: boolean
  /** For mutations that can't be one transaction with their idempotency key. */
  repetition?: Repetition
  /** The message for signed-out callers, if the specification defines one. */
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
export const createCallerFactory = t.createCallerFactory

/** Undefined if the body is missing or unreadable; procedures with input reject that themselves. */
const inputOf = (read: () => Promise<unknown>): Promise<unknown> => read().catch(() => undefined)

type Middleware = Parameters<typeof t.middleware<object>>[0]
type Call = Parameters<Middleware>[0]
/**
 * A step between access check and input validation; a plain function, because tRPC copies the call for each
 * middleware.
 */
type Step = (call: Call) => ReturnType<Middleware>

/**
 * Checks access, then converts known errors to their wire form and masks others. What it has verified is added only
 * to the type of the context.
 */
const gate = <Known extends object>(step: Step) =>
  t.middleware<Known>(async (call) => {
    const { ctx, meta, path, type, getRawInput, signal } = call
    if (meta?.can === undefined) throw new Error(`The procedure ${path} has no policy`)
    const { can, whileReading, signedOut } = meta
    const refusal = refusalOf(ctx, { can, changes: type === 'mutation', whileReading, signedOut })
    if (refusal !== null) throw toTrpcError(refusal)
    const unstorable = unsupportedTextIn(await inputOf(getRawInput))
    if (unstorable !== null) throw toTrpcError(unstorable)
    let error: TRPCError
    try {
      const result = await runCall(ctx, ctx.request.network ?? ctx.request.ip, () => step(call), signal)
      if (result.ok)
        return { ...result, data: showEmailsIn(result.data) } as Awaited<ReturnType<typeof call.next<Known>>>
      error = result.error
    } catch (thrown) {
      error = getTRPCErrorFromUnknown(thrown)
    }
    throw wireForm(call, error)
  })

/** The error as the caller sees it; unexpected ones are logged and masked. */
function wireForm({ ctx, path }: Call, error: TRPCError): TRPCError {
  const { cause } = error
  const known = cause instanceof AppError ? cause : describeStorageFailure(ctx.services, cause)
  if (known !== null) return toTrpcError(known)
  if (isUnavailable(cause)) {
    ctx.services.log.warn({ requestId: ctx.request.id, path, err: cause }, 'the database did not respond')
    return toTrpcError(unavailable())
  }
  if (cause instanceof ZodError || error.code !== 'INTERNAL_SERVER_ERROR') return error
  ctx.services.log.error({ requestId: ctx.request.id, path, err: cause ?? error }, 'call failed')
  return maskError(ctx.request.id)
}

const answer: Step = ({ next }) => next()

/** Makes a mutation with an idempotency key run only once. */
const once: Step = async ({ ctx, meta, path, batchIndex, getRawInput, next }) => {
  const { idempotencyKeys = [], review } = ctx
  const key = keyOf(idempotencyKeys, batchIndex ?? 0)
  if (key === null) return next()
  const { repetition } = meta ?? {}
  const procedure = earlierPath(path, ctx.services.earlierNames)
  const call = { procedure, key, input: await inputOf(getRawInput), repetition, review }
  const run = (keyed: UserCtx): Promise<Outcome> => next({ ctx: keyed })
  return (await runKeyed(ctx as RequestCtx & UserCtx, call, run)) as Awaited<ReturnType<typeof next>>
}

/**
 * Runs an expensive query on the replica if that is up to date; falls back to the primary after any failure.
 */
const fromReplica: Step = async ({ ctx, meta, next }) => {
  const { replica } = ctx.services
  if (replica === null || meta?.reads !== 'replica') return next()
  const result = await replica.read((db) => next({ ctx: { db } }))
  if (result === null) return next()
  if (result.ok || !isReplicaTrouble(result.error.cause)) return result
  replica.rest()
  return next()
}

/** The step of a signed-in call by its type. */
const byType: Record<Call['type'], Step> = { mutation: once, query: fromReplica, subscription: answer }

/** For anyone, signed in or not. */
export const publicProcedure = t.procedure.use(gate<object>(answer))

/** Requires a session; its user is `ctx.actor`. */
export const userProcedure = t.procedure.use(gate<{ actor: UserActor }>((call) => byType[call.type](call)))

/** Requires a session of someone who belongs to an agency. */
export const agencyProcedure = t.procedure.use(
  gate<{ actor: UserActor; reach: AgencyReach }>((call) => {
    if (call.ctx.reach.agencyId === null) throw agencyMissing()
    return byType[call.type](call)
  }),
)
