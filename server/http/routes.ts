import type { AnyTRPCRouter } from '@trpc/server'
import { booksEndpoints } from './books.ts'
import { documentEndpoints } from './documents.ts'
import type { HttpRoute } from './endpoint.ts'
import { expenseEndpoints } from './expenses.ts'
import { exportEndpoints } from './exports.ts'
import { fileEndpoints } from './files.ts'
import { icalEndpoints } from './ical.ts'
import { importEndpoints } from './imports.ts'
import { mcpEndpoints } from './mcp/endpoints.ts'
import { openApiEndpoints } from './open-api.ts'
import { pictureEndpoints } from './pictures.ts'
import { stripeWebhookEndpoints } from './stripe-webhook.ts'
import { unsubscribeEndpoints } from './unsubscribe.ts'

/** Everything that is answered besides pages, typed calls and health probes; the router is what `/api` describes and `/mcp` offers. */
export const httpRoutes = (router: AnyTRPCRouter): HttpRoute[] => [
  { path: '/api', callers: 'anywhere', endpoints: openApiEndpoints(router) },
  { path: '/books', callers: 'portal', endpoints: booksEndpoints },
  { path: '/calendar', callers: 'anywhere', endpoints: icalEndpoints },
  { path: '/documents', callers: 'portal', endpoints: documentEndpoints },
  { path: '/expenses', callers: 'portal', endpoints: expenseEndpoints },
  { path: '/exports', callers: 'portal', endpoints: exportEndpoints },
  { path: '/files', callers: 'portal', endpoints: fileEndpoints },
  { path: '/imports', callers: 'portal', endpoints: importEndpoints },
  { path: '/mcp', callers: 'anywhere', endpoints: mcpEndpoints(router) },
  { path: '/pictures', callers: 'portal', endpoints: pictureEndpoints },
  { path: '/stripe/webhook', callers: 'anywhere', endpoints: stripeWebhookEndpoints },
  { path: '/unsubscribe', callers: 'anywhere', endpoints: unsubscribeEndpoints },
]
