import { initTRPC } from '@trpc/server'
import { ZodError } from 'zod'
import { LIVE_PING_MS, LIVE_SILENCE_MS } from '#shared/live.ts'
import { type Action, allows, DENIALS } from '#shared/policies.ts'
import { restrictionOf } from '../auth/restrictions.ts'
import type { AgencyScope, Scope } from '../auth/scope.ts'
import { AppError } from '../errors.ts'
import type { Context } from './context.ts'
import { formatError, maskError, toTrpcError } from './error-map.ts'

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
  .context<Context>()
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

/** Decides by the access matrix, then turns known failures into their wire form and masks the rest. */
const gate = t.middleware(async ({ ctx, meta, path, type, next }) => {
  if (meta?.can === undefined) throw new Error(`The procedure ${path} names no policy`)
  if (meta.can !== 'public' && ctx.scope === null) {
    throw toTrpcError(
      new AppError('UNAUTHORIZED', meta.signedOut ?? 'Please sign in.', { reason: 'session_missing' }),
    )
  }
  if (!allows(ctx.scope === null ? null : (ctx.scope.role ?? ''), meta.can)) {
    const { title, message } = DENIALS[meta.can] ?? {}
    throw toTrpcError(
      new AppError('FORBIDDEN', message ?? 'You do not have permission to do this.', title ? { title } : {}),
    )
  }
  const restriction = restrictionOf(ctx.scope, {
    can: meta.can,
    changes: type === 'mutation',
    whileReading: meta.whileReading,
  })
  if (restriction !== null) throw toTrpcError(restriction)
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  if (cause instanceof AppError) throw toTrpcError(cause)
  if (cause instanceof ZodError || result.error.code !== 'INTERNAL_SERVER_ERROR') return result
  ctx.services.log.error({ requestId: ctx.request.id, path, err: cause ?? result.error }, 'call failed')
  throw maskError(ctx.request.id)
})

/** Open to anyone, signed in or not. */
export const publicProcedure = t.procedure.use(gate)

/** Needs a session; `ctx.scope` says whose. */
export const userProcedure = t.procedure
  .use(gate)
  .use(({ ctx, next }) => next({ ctx: { scope: ctx.scope as Scope } }))

/** Needs a session of somebody who belongs to an agency. */
export const agencyProcedure = t.procedure.use(gate).use(({ ctx, next }) => {
  const scope = ctx.scope as Scope
  if (scope.agencyId === null) {
    throw toTrpcError(
      new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' }),
    )
  }
  return next({ ctx: { scope: scope as AgencyScope } })
})
