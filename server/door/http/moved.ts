import type { Request, RequestHandler } from 'express'
import type { Services } from '../../base/core/context.ts'
import { findMovedKey, tokenKey } from '../../base/db/agency-move/moved-keys.ts'

const SECRET = /^[\w-]{43}$/
const FEED = /^\/calendar\/([\w-]{43})\.ics$/

/** Redirects links with a secret of a moved agency to the same path at its new address. */
export const redirectMoved =
  ({ db }: Services): RequestHandler =>
  async (req, res, next) => {
    const secret = req.method === 'GET' ? secretOf(req) : undefined
    // Pages are served even if the database is unreachable.
    const moved =
      secret === undefined ? undefined : await findMovedKey(db, tokenKey(secret)).catch(() => undefined)
    if (moved === undefined) return next()
    res.set('Cache-Control', 'no-store').redirect(307, `${moved.address}${req.originalUrl}`)
  }

/** The secret of a pay link, invitation, unsubscribe link, or calendar feed. */
const secretOf = ({ path, query }: Request): string | undefined =>
  [FEED.exec(path)?.[1], query.token, query.invitation].find(
    (text): text is string => typeof text === 'string' && SECRET.test(text),
  )
