import { initTRPC } from '@trpc/server'
import { ZodError } from 'zod'
import { LIVE_PING_MS, LIVE_SILENCE_MS } from '#shared/live.ts'
import type { Action } from '#shared/policies.ts'
import type { AgencyReach, RequestCtx, UserActor } from './context.ts'
import { AppError } from './errors.ts'
import { agencyMissing, refusalOf } from './restrictions.ts'
import { storageTrouble } from './storage-trouble.ts'
import { formatError, maskError, toTrpcError } from './wire-errors.ts'

export interface Meta {
  /** The entry of the access matrix that decides; every procedure names one. */
  can: Action
  /** Answered by the stock HTTP adapter: subscriptions and anything that streams. */
  stream?: boolean
  /** Stays possible while nothing else may be changed. */
  whileReading?: boolean
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

/** Decides by the access matrix, then turns known failures into their wire form and masks the rest. */
const gate = t.middleware(async ({ ctx, meta, path, type, next }) => {
  if (meta?.can === undefined) throw new Error(`The procedure ${path} names no policy`)
  const { can, whileReading, signedOut } = meta
  const refusal = refusalOf(ctx, { can, changes: type === 'mutation', whileReading, signedOut })
  if (refusal !== null) throw toTrpcError(refusal)
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  const known = cause instanceof AppError ? cause : storageTrouble(ctx.services, cause)
  if (known !== null) throw toTrpcError(known)
  if (cause instanceof ZodError || result.error.code !== 'INTERNAL_SERVER_ERROR') return result
  ctx.services.log.error({ requestId: ctx.request.id, path, err: cause ?? result.error }, 'call failed')
  throw maskError(ctx.request.id)
})

/** Open to anyone, signed in or not. */
export const publicProcedure = t.procedure.use(gate)

/** Needs a session; `ctx.actor` says whose. */
export const userProcedure = t.procedure
  .use(gate)
  .use(({ ctx, next }) => next({ ctx: { actor: ctx.actor as UserActor } }))

/** Needs a session of somebody who belongs to an agency. */
export const agencyProcedure = t.procedure.use(gate).use(({ ctx, next }) => {
  if (ctx.reach.agencyId === null) {
    throw toTrpcError(agencyMissing())
  }
  return next({ ctx: { actor: ctx.actor as UserActor, reach: ctx.reach as AgencyReach } })
})
