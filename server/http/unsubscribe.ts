import { type Response, Router, urlencoded } from 'express'
import { unsubscribe } from '../notifications/commands/preferences.ts'
import { escapeHtml } from '../services/html.ts'
import type { Services } from '../trpc/context.ts'

/** The link at the foot of notification mails. Mail scanners follow links, so only the button acts. */
export function createUnsubscribeRoutes({ db, config }: Services): Router {
  const routes = Router()
  routes.get('/', (req, res) => {
    const token = typeof req.query.token === 'string' ? req.query.token : ''
    if (!TOKEN.test(token)) answer(res, 404, 'This link is not valid.')
    else
      answer(
        res,
        200,
        `Stop notification mails from ${config.appName}?`,
        `<form method="post"><input type="hidden" name="token" value="${token}"><button>Stop these mails</button></form>`,
      )
  })
  routes.post('/', urlencoded({ extended: false, limit: '4kb' }), async (req, res) => {
    const token: unknown = req.body?.token ?? req.query.token
    const stopped = typeof token === 'string' && TOKEN.test(token) && (await unsubscribe(db, token))
    if (stopped) answer(res, 200, 'You will get no more notification mails. Settings turns them on again.')
    else answer(res, 404, 'This link is not valid.')
  })
  return routes
}

/** 256 bits as base64url, which needs no escaping in HTML. */
const TOKEN = /^[\w-]{43}$/

function answer(res: Response, status: number, sentence: string, form = ''): void {
  res
    .status(status)
    .setHeader('content-security-policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'")
    .type('html')
    .send(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Notifications</title><p>${escapeHtml(sentence)}</p>${form}</html>`,
    )
}
