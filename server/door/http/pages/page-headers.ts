import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { isHttps } from '../../../identity/auth/sessions.ts'

const nonces = new WeakMap<ServerResponse, string>()

export const pageNonce = (res: ServerResponse): string => nonces.get(res) ?? ''

interface PageOptions {
  dev: boolean
  publicUrl: string
}

/**
 * Headers of pages: a content security policy without `unsafe-inline`, with a nonce per response for styles.
 * `dev` also allows Vite's inline scripts with the same nonce.
 */
export function createPageHeaders({ dev, publicUrl }: PageOptions): RequestHandler[] {
  const nonceSource = (_req: unknown, res: ServerResponse) => `'nonce-${pageNonce(res)}'`
  const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return [
    (_req, res, next) => {
      nonces.set(res, randomBytes(16).toString('base64url'))
      // Payment requests of wallets come from Stripe's frame.
      const payment = 'payment=(self "https://js.stripe.com")'
      res.setHeader('permissions-policy', `camera=(), microphone=(), geolocation=(), ${payment}`)
      next()
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'self'"],
          'script-src': ["'self'", ...stripe, ...(dev ? [nonceSource] : [])],
          'script-src-attr': ["'none'"],
          'style-src': ["'self'", nonceSource],
          'style-src-attr': ["'none'"],
          'img-src': ["'self'", 'data:', 'blob:'],
          'font-src': ["'self'"],
          'connect-src': ["'self'", 'https://api.stripe.com', ...(dev ? ['ws:'] : [])],
          'frame-src': [...stripe, 'https://hooks.stripe.com'],
          'worker-src': ["'self'"],
          'object-src': ["'none'"],
          'base-uri': ["'none'"],
          'form-action': ["'self'"],
          'frame-ancestors': ["'none'"],
        },
      },
      crossOriginEmbedderPolicy: false,
      // On plain HTTP, browsers ignore them and report errors.
      originAgentCluster: isHttps(publicUrl),
      crossOriginOpenerPolicy: isHttps(publicUrl) && { policy: 'same-origin-allow-popups' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: false,
      xFrameOptions: { action: 'deny' },
    }),
  ]
}
