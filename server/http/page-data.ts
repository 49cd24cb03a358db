import type { Request, Response } from 'express'
import { PAGE_DATA_ID, type PageData } from '#shared/page-data.ts'
import { getAuthInfo, getSession } from '../auth/queries/session.ts'
import type { Services } from '../core/context.ts'
import { createContext } from '../trpc/create-context.ts'
import type { FloodGuard } from './flood-guard.ts'
import { requestInfo } from './request-info.ts'

/** Who asks for the page, and what the installation is called; null where the page had better ask itself. */
export async function readPageData(
  services: Services,
  guard: FloodGuard,
  req: Request,
  res: Response,
): Promise<PageData | null> {
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
    return { session, info, last_event_id }
  } catch (err) {
    // The page itself needs no database, and says so by its own requests.
    services.log.warn({ requestId: request.id, err }, 'a page goes out without its data')
    return null
  }
}

/** A data block, which no browser runs; without `<` no text in it ends the block or opens a comment. */
export const pageDataTag = (data: PageData): string =>
  `<script type="application/json" id="${PAGE_DATA_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
