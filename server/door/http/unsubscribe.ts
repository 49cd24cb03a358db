import { type Response, urlencoded } from 'express'
import { escapeHtml } from '../../base/adapters/documents/html.ts'
import { systemContext } from '../../base/core/rows/reach.ts'
import { unsubscribe } from '../../reactions/notifications/commands/save-preferences.ts'
import type { Endpoint } from './endpoint.ts'

/** The unsubscribe link in notification mails. Mail scanners follow links, so only the button acts. */
export const unsubscribeEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/',
    can: 'public',
    handle: ({ services }, req, res) => {
      const token = typeof req.query.token === 'string' ? req.query.token : ''
      if (!TOKEN.test(token)) return answer(res, 404, 'This link is not valid.')
      answer(
        res,
        200,
        `Stop notification emails from ${services.config.appName}?`,
        `<form method="post"><input type="hidden" name="token" value="${token}"><button>Stop these emails</button></form>`,
      )
    },
  },
  {
    method: 'post',
    path: '/',
    can: 'public',
    receive: urlencoded({ extended: false, limit: '4kb' }),
    handle: async ({ services }, req, res) => {
      const token: unknown = req.body?.token ?? req.query.token
      const stopped =
        typeof token === 'string' &&
        TOKEN.test(token) &&
        (await unsubscribe(systemContext({ services }), token))
      if (!stopped) return answer(res, 404, 'This link is not valid.')
      answer(
        res,
        200,
        'You won’t receive notification emails anymore. You can turn them on again in Settings.',
      )
    },
  },
]

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
