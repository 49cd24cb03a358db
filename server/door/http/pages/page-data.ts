import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import type { Request, Response } from 'express'
import type { FirstCall } from '#shared/base/screens.ts'
import { FIRST_ANSWERS_ID, type FirstAnswer, PAGE_DATA_ID, type PageData } from '#shared/door/page-data.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'
import type { RequestCtx, Services } from '../../../base/core/context.ts'
import { getAuthInfo, getSession } from '../../../identity/auth/queries/session.ts'
import { createContext } from '../../trpc/create-context.ts'
import type { FloodGuard } from '../guards/flood-guard.ts'
import { requestInfo } from '../guards/request-info.ts'
import { createSettler, openDeadline } from '../rpc/settle.ts'

type KnownPage = { data: PageData; ctx: RequestCtx }

/** The caller's session and the portal's name; null if the page should request them itself. */
export const getPageData = (
  services: Services,
  guard: FloodGuard,
  req: Request,
  res: Response,
): Promise<KnownPage | null> => services.inFlight.run(() => readData(services, guard, req, res))

async function readData(
  services: Services,
  guard: FloodGuard,
  req: Request,
  res: Response,
): Promise<KnownPage | null> {
  const request = requestInfo(req)
  if ((await guard(request.ip, 1)) !== null) return null
  try {
    // Only cookies count: a token must not put its owner's session into a page.
    const headers = { cookie: req.headers.cookie }
    const ctx = await createContext(services, request, headers, (cookie) =>
      res.appendHeader('set-cookie', cookie),
    )
    const last_event_id = ctx.sessionId === null ? null : await services.live.newestEventId()
    const [session, info] = await Promise.all([getSession(ctx), getAuthInfo(ctx)])
    return { data: { session, info, address: services.config.publicUrl, last_event_id }, ctx }
  } catch (err) {
    // The page itself doesn't need the database; its own requests will report the problem.
    services.log.warn({ requestId: request.id, err }, 'a page was sent without its data')
    return null
  }
}

/** After this, the page is sent, and its screen requests the data itself. */
const PATIENCE_MS = 500

/** Queries whose results are embedded in a page; those of its screen only if the URL has no filters. */
export type FirstCalls = (page: string, filtered: boolean, user: SessionUserDto, now: Date) => FirstCall[]

interface Asking {
  router: AnyTRPCRouter
  ctx: RequestCtx
  guard: FloodGuard
  res: Response
  patienceMs?: number
}

/** Results of the calls so far; rejected, failed, and slow ones are left to the screen. */
export async function getFirstAnswers(
  { router, ctx, guard, res, patienceMs = PATIENCE_MS }: Asking,
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
    timer = setTimeout(resolve, patienceMs)
  })
  await Promise.race([Promise.all(settled), patience])
  clearTimeout(timer)
  return answers.filter((answer) => answer !== null)
}

export const pageDataTag = (data: PageData): string => dataBlock(PAGE_DATA_ID, data)

export const firstAnswersTag = (answers: readonly FirstAnswer[]): string =>
  dataBlock(FIRST_ANSWERS_ID, answers)

/** A data block that browsers don't execute; without `<`, its text can't end the block or open a comment. */
const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
