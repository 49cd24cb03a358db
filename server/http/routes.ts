import type { Router } from 'express'
import type { Services } from '../trpc/context.ts'
import { createDocumentRoutes } from './documents.ts'
import { createExpenseRoutes } from './expenses.ts'
import { createExportRoutes } from './exports.ts'
import { createFileRoutes } from './files.ts'
import { createIcalRouter } from './ical.ts'
import { createOpenApiRoutes } from './open-api.ts'
import { createPictureRoutes } from './pictures.ts'
import { createStripeWebhook } from './stripe-webhook.ts'
import { createUnsubscribeRoutes } from './unsubscribe.ts'

/** What is neither a page nor a typed call: downloads, uploads, feeds and webhooks. */
export interface HttpRoute {
  /** Where it is mounted, for instance `/files`; no page may live below. */
  path: string
  /**
   * `portal` refuses state-changing requests that do not come from our own pages; `anywhere` is for
   * senders that prove themselves by a signature or a token.
   */
  callers: 'portal' | 'anywhere'
  create: (services: Services) => Router
}

export const httpRoutes: HttpRoute[] = [
  { path: '/api', callers: 'anywhere', create: createOpenApiRoutes },
  { path: '/calendar', callers: 'anywhere', create: createIcalRouter },
  { path: '/documents', callers: 'portal', create: createDocumentRoutes },
  { path: '/expenses', callers: 'portal', create: createExpenseRoutes },
  { path: '/exports', callers: 'portal', create: createExportRoutes },
  { path: '/files', callers: 'portal', create: createFileRoutes },
  { path: '/pictures', callers: 'portal', create: createPictureRoutes },
  { path: '/stripe/webhook', callers: 'anywhere', create: createStripeWebhook },
  { path: '/unsubscribe', callers: 'anywhere', create: createUnsubscribeRoutes },
]
