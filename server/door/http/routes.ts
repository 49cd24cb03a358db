import type { AnyTRPCRouter } from '@trpc/server'
import { openApiEndpoints } from './api/open-api.ts'
import { bankAnswerEndpoints } from './bank-answers.ts'
import { bankEndpoints } from './downloads/bank.ts'
import { billEndpoints } from './downloads/bills.ts'
import { booksEndpoints } from './downloads/books.ts'
import { documentEndpoints } from './downloads/documents.ts'
import { expenseEndpoints } from './downloads/expenses.ts'
import { exportEndpoints } from './downloads/exports.ts'
import { fileEndpoints } from './downloads/files.ts'
import { icalEndpoints } from './downloads/ical.ts'
import { importEndpoints } from './downloads/imports.ts'
import { pictureEndpoints } from './downloads/pictures.ts'
import { sepaEndpoints } from './downloads/sepa.ts'
import type { HttpRoute } from './endpoint.ts'
import { mcpEndpoints } from './mcp/endpoints.ts'
import { stripeWebhookEndpoints } from './stripe-webhook.ts'
import { unsubscribeEndpoints } from './unsubscribe.ts'

/**
 * Everything except pages, tRPC calls, and health probes; the router is described by `/api` and offered by
 * `/mcp`.
 */
export const httpRoutes = (router: AnyTRPCRouter): HttpRoute[] => [
  { path: '/api', callers: 'anywhere', endpoints: openApiEndpoints(router) },
  { path: '/bank', callers: 'portal', endpoints: bankEndpoints },
  { path: '/bank-answers', callers: 'portal', endpoints: bankAnswerEndpoints },
  { path: '/bills', callers: 'portal', endpoints: billEndpoints },
  { path: '/books', callers: 'portal', endpoints: booksEndpoints },
  { path: '/calendar', callers: 'anywhere', endpoints: icalEndpoints },
  { path: '/documents', callers: 'portal', endpoints: documentEndpoints },
  { path: '/expenses', callers: 'portal', endpoints: expenseEndpoints },
  { path: '/exports', callers: 'portal', endpoints: exportEndpoints },
  { path: '/files', callers: 'portal', endpoints: fileEndpoints },
  { path: '/imports', callers: 'portal', endpoints: importEndpoints },
  { path: '/mcp', callers: 'anywhere', endpoints: mcpEndpoints(router) },
  { path: '/pictures', callers: 'portal', endpoints: pictureEndpoints },
  { path: '/sepa-batches', callers: 'portal', endpoints: sepaEndpoints },
  { path: '/stripe/webhook', callers: 'anywhere', endpoints: stripeWebhookEndpoints },
  { path: '/unsubscribe', callers: 'anywhere', endpoints: unsubscribeEndpoints },
]
