import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Action } from '#shared/policies.ts'
import { resolveCaller } from '../auth/gate.ts'
import type { AgencyCtx, Ctx, Services, UserCtx } from '../core/context.ts'
import { publicContext } from '../core/reach.ts'
import { agencyMissing, refusalOf } from '../core/restrictions.ts'
import { unstorableIn } from '../core/storable.ts'
import { callerAddress } from './request-info.ts'

/** By which session somebody asks; null for programs and people signed out. */
type Asked<Context extends Ctx> = Context & { sessionId: string | null }

interface Declared<Can extends Action, Context extends Ctx> {
  method: 'get' | 'post' | 'delete'
  /** Below the address of its route. */
  path: string
  /** The entry of the access matrix that decides; whoever asks may have what is `public`. */
  can: Can
  /** Reads the body, once it is known that the caller may send one. */
  receive?: RequestHandler
  handle: (ctx: Asked<Context>, req: Request, res: Response) => Promise<void> | void
}

export type SignedInAction = Exclude<Action, 'public'>

/** One address that is answered, and by whom it may be asked. */
export type Endpoint =
  | (Declared<'public', Ctx> & { agency?: undefined })
  | (Declared<SignedInAction, UserCtx> & { agency?: undefined })
  | (Declared<SignedInAction, AgencyCtx> & {
      /** Only for who belongs to an agency. */
      agency: true
    })

/** What is neither a page nor a typed call: downloads, uploads, feeds and webhooks. */
export interface HttpRoute {
  /** Where it is mounted, for instance `/files`; no page may live below. */
  path: string
  /**
   * `portal` refuses state-changing requests that do not come from our own pages; `anywhere` is for
   * senders that prove themselves by a signature or a token.
   */
  callers: 'portal' | 'anywhere'
  endpoints: readonly Endpoint[]
}

/** Answers the endpoints of a route, each after its policy was asked. */
export function answerEndpoints(services: Services, endpoints: readonly Endpoint[]): Router {
  const router = Router()
  for (const endpoint of endpoints) {
    const handle = endpoint.handle as (ctx: Asked<Ctx>, req: Request, res: Response) => Promise<void> | void
    router[endpoint.method](endpoint.path, async (req, res) => {
      const ctx = await admit(services, endpoint, req)
      if (endpoint.receive !== undefined) await receiveBody(endpoint.receive, req, res)
      await handle(ctx, req, res)
    })
  }
  return router
}

/** Who asks; UNAUTHORIZED, FORBIDDEN or BAD_REQUEST where the endpoint is not for them. */
async function admit(services: Services, { can, agency }: Endpoint, req: Request): Promise<Asked<Ctx>> {
  const unstorable = unstorableIn([req.params, req.query])
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

/** What the address says in place of `:name`. */
export const parameter = (req: Request, name: string): string => String(req.params[name] ?? '')
