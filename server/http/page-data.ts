import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import type { Request, Response } from 'express'
import type { SessionUserDto } from '#shared/auth.ts'
import {
  FIRST_ANSWERS_ID,
  type FirstAnswer,
  type FirstCall,
  PAGE_DATA_ID,
  type PageData,
} from '#shared/page-data.ts'
import { getAuthInfo, getSession } from '../auth/queries/session.ts'
import type { RequestCtx, Services } from '../core/context.ts'
import { createContext } from '../trpc/create-context.ts'
import type { FloodGuard } from './flood-guard.ts'
import { requestInfo } from './request-info.ts'
import { createSettler, openDeadline } from './rpc/settle.ts'

/** Who asks for the page, and what the installation is called; null where the page had better ask itself. */
export async function readPageData(
  services: Services,
  guard: FloodGuard,
  req: Request,
  res: Response,
): Promise<{ data: PageData; ctx: RequestCtx } | null> {
  const request = requestInfo(req)
  if ((await guard(request.ip, 1)) !== null) return null
  try {
    // A program's token is no reason to write somebody's session into a page.
    const headers = { cookie: req.headers.cookie }
    const ctx = await createContext(services, request, headers, (cookie) =>
      res.appendHeader('set-cookie', cookie),
    )
    const last_event_id = ctx.sessionId === null ? null : await services.live.newestEventId()
    const [session, info] = await Promise.all([getSession(ctx), getAuthInfo(ctx)])
    return { data: { session, info, last_event_id }, ctx }
  } catch (err) {
    // The page itself needs no database, and says so by its own requests.
    services.log.warn({ requestId: request.id, err }, 'a page goes out without its data')
    return null
  }
}

/** The page waits no longer for what its screen can ask for itself. */
const PATIENCE_MS = 500

/** The queries that come answered with a page; those of its screen only where no filters are in its address. */
export type FirstCalls = (page: string, filtered: boolean, user: SessionUserDto, now: Date) => FirstCall[]

interface Asking {
  router: AnyTRPCRouter
  ctx: RequestCtx
  guard: FloodGuard
  res: Response
}

/** What the calls answer by now; one that is refused, fails or takes long is left to the screen. */
export async function readFirstAnswers(
  { router, ctx, guard, res }: Asking,
  calls: readonly FirstCall[],
): Promise<FirstAnswer[]> {
  if ((await guard(ctx.request.ip, calls.length)) !== null) return []
  const { settle } = createSettler(router, ctx.services)
  const deadline = openDeadline(res)
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures
  const answers: (FirstAnswer | null)[] = calls.map(() => null)
  const settled = calls.map(async (call, index) => {
    const procedure = procedures[call.path]
    if (procedure === undefined) return
    const { path, input } = call
    const response = await settle({ path, procedure, input }, 'query', ctx, deadline)
    if ('result' in response) answers[index] = { ...call, data: response.result.data }
  })
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([Promise.all(settled), patience])
  clearTimeout(timer)
  return answers.filter((answer) => answer !== null)
}

export const pageDataTag = (data: PageData): string => dataBlock(PAGE_DATA_ID, data)

export const firstAnswersTag = (answers: readonly FirstAnswer[]): string =>
  dataBlock(FIRST_ANSWERS_ID, answers)

/** No browser runs it; without `<` no text in it ends the block or opens a comment. */
const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
