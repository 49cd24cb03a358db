import { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import type { Action } from '#shared/base/policies.ts'
import { addressKey } from '../../base/adapters/rate-limit.ts'
import { notFound } from '../../base/core/calls/errors.ts'
import { agencyMissing, refusalOf } from '../../base/core/calls/restrictions.ts'
import { runCall } from '../../base/core/calls/run-call.ts'
import { unsupportedTextIn } from '../../base/core/calls/unsupported-text.ts'
import type { AgencyCtx, Ctx, Services, UserCtx } from '../../base/core/context.ts'
import { publicContext } from '../../base/core/rows/reach.ts'
import { resolveCaller } from '../../identity/auth/gate.ts'
import { callerAddress } from './guards/request-info.ts'

/** The session id; null for access tokens and signed-out visitors. */
type EndpointContext<Context extends Ctx> = Context & { sessionId: string | null }

interface Declared<Can extends Action, Context extends Ctx> {
  method: 'get' | 'post' | 'delete'
  /** Relative to its route's path. */
  path: string
  /** The access matrix's entry that decides; `public` allows everyone. */
  can: Can
  /** Bypasses the fair-share queue, for signed webhooks of the payment provider. */
  unshared?: true
  /** Reads the body after the caller has been authorized. */
  receive?: RequestHandler
  handle: (ctx: EndpointContext<Context>, req: Request, res: Response) => Promise<void> | void
}

export type SignedInAction = Exclude<Action, 'public'>

/** An endpoint and who may call it. */
export type Endpoint =
  | (Declared<'public', Ctx> & { agency?: undefined })
  | (Declared<SignedInAction, UserCtx> & { agency?: undefined })
  | (Declared<SignedInAction, AgencyCtx> & {
      /** Only for members of an agency. */
      agency: true
    })

/** A route for anything that is neither a page nor a tRPC call: downloads, uploads, feeds, and webhooks. */
export interface HttpRoute {
  /** The path it is mounted at, for example `/files`; no page may be below it. */
  path: string
  /**
   * `portal` rejects state-changing requests from other origins, unless they have an access token; `anywhere` is for
   * callers that authenticate with a signature or token.
   */
  callers: 'portal' | 'anywhere'
  endpoints: readonly Endpoint[]
}

/** Serves a route's endpoints after checking their policies. */
export function answerEndpoints(services: Services, endpoints: readonly Endpoint[]): Router {
  const router = Router()
  for (const endpoint of endpoints) {
    const handle = endpoint.handle as (
      ctx: EndpointContext<Ctx>,
      req: Request,
      res: Response,
    ) => Promise<void> | void
    const answer = async (req: Request, res: Response): Promise<void> => {
      const ctx = await admit(services, endpoint, req)
      // The body of an aborted request never ends.
      if (res.destroyed) return
      if (endpoint.receive !== undefined) await receiveBody(endpoint.receive, req, res)
      const work = async () => {
        if (!res.destroyed) await handle(ctx, req, res)
      }
      const network = addressKey(callerAddress(req, services.config.trustProxy))
      await (endpoint.unshared ? work() : runCall(ctx, network, work))
    }
    router[endpoint.method](endpoint.path, (req, res) => services.inFlight.run(() => answer(req, res)))
  }
  return router
}

/** The caller's context; throws UNAUTHORIZED, FORBIDDEN, or BAD_REQUEST if they can't use the endpoint. */
async function admit(
  services: Services,
  { can, agency }: Endpoint,
  req: Request,
): Promise<EndpointContext<Ctx>> {
  const unstorable = unsupportedTextIn([req.params, req.query])
  if (unstorable !== null) throw unstorable
  const caller = await resolveCaller(services, req.headers, callerAddress(req, services.config.trustProxy))
  const ctx = { ...(caller?.ctx ?? publicContext({ services })), sessionId: caller?.sessionId ?? null }
  if (can === 'public') return ctx
  const refusal = refusalOf(ctx, { can, changes: req.method !== 'GET' && req.method !== 'HEAD' })
  if (refusal !== null) throw refusal
  if (agency && ctx.reach.agencyId === null) throw agencyMissing()
  return ctx
}

export const receiveBody = (handler: RequestHandler, req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    Promise.resolve(handler(req, res, (error?: unknown) => (error ? reject(error) : resolve()))).catch(reject)
  })

/** The id in the path; throws NOT_FOUND, naming the record, if it isn't a valid id. */
export function idOf(req: Request, what: string): string {
  const id = z.uuid().safeParse(parameter(req, 'id'))
  if (!id.success) throw notFound(what)
  return id.data
}

/** The value of `:name` in the path. */
export const parameter = (req: Request, name: string): string => String(req.params[name] ?? '')
