import type { CanaryName } from './world/canaries.ts'

/** The statuses people get, in this order: the home agency, the siblings in it, another agency, and the rest. */
export const ASKERS = [
  'admin',
  'owner',
  'coOwner',
  'contributor',
  'client',
  'contributorB',
  'clientB',
  'billingContact',
  'projectsContact',
  'foreignOwner',
  'foreignContributor',
  'foreignClient',
  'suspendedOwner',
  'suspendedClient',
  'waitingClient',
  'signedOut',
] as const

type Status = 200 | 201 | 400 | 401 | 403 | 404 | 405
/** One for each of `ASKERS`. */
type Statuses = [
  ...[admin: Status, owner: Status, coOwner: Status, contributor: Status, client: Status],
  ...[contributorB: Status, clientB: Status, billingContact: Status, projectsContact: Status],
  ...[foreignOwner: Status, foreignContributor: Status, foreignClient: Status],
  ...[suspendedOwner: Status, suspendedClient: Status, waitingClient: Status, signedOut: Status],
]

export type RouteCase =
  | { statuses: Statuses }
  /** The same for everybody; `holds` is what the secret in the address opens beyond the asker's own rights. */
  | { whoever: Status; holds?: CanaryName[] }

/** Who tries the routes that make no difference between people. */
export const WHOEVER = ['clientB', 'foreignOwner', 'suspendedOwner', 'signedOut'] as const

/** Every route of the server, and what each person gets who asks for the home agency's rows. */
export const ROUTES: Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, RouteCase> = {
  'GET /healthz': { whoever: 200 },
  'GET /readyz': { whoever: 200 },
  // No session opens it; METRICS_TOKEN does.
  'GET /metrics': { whoever: 401 },
  'GET /api/openapi.json': { whoever: 200 },
  'GET /calendar/:file': { whoever: 200, holds: ['event.client', 'meeting.alpha'] },
  'GET /documents/pay/:token': { whoever: 200, holds: ['billing.alpha'] },
  'GET /documents/pay/:token/logo': { whoever: 404 },
  'GET /documents/invitations/:token/logo': { whoever: 404 },
  // The receipt of another invoice.
  'GET /documents/pay/:token/receipts/:file': { whoever: 404 },
  'POST /stripe/webhook/': { whoever: 400 },
  'POST /stripe/webhook/connect': { whoever: 400 },
  'POST /stripe/webhook/accounts/:account': { whoever: 400 },
  // A cookie opens nothing: what tokens reach is in tests/server/http/mcp.test.ts.
  'GET /mcp/': { whoever: 405 },
  'POST /mcp/': { whoever: 401 },
  'DELETE /mcp/': { whoever: 405 },
  'GET /unsubscribe/': { whoever: 200 },
  'POST /unsubscribe/': { whoever: 200 },
  'GET /books/journal.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/invoices.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/invoice-lines.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/payments.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/quickbooks-fees.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/xero-fees.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/provider-payouts.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/taxes.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/ageing.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/datev.csv': {
    statuses: [400, 400, 400, 403, 403, 403, 403, 403, 403, 400, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/xero.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/quickbooks.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /documents/invoices/:file': {
    statuses: [200, 200, 200, 404, 200, 404, 404, 200, 404, 404, 404, 404, 403, 403, 404, 401],
  },
  // Without tax rates it can't be one: who sees the invoice is told so.
  'GET /documents/e-invoices/:format/:file': {
    statuses: [400, 400, 400, 404, 400, 404, 404, 400, 404, 404, 404, 404, 403, 403, 404, 401],
  },
  'GET /documents/receipts/:file': {
    statuses: [404, 200, 200, 404, 200, 404, 404, 200, 404, 404, 404, 404, 403, 403, 404, 401],
  },
  'GET /documents/statements/:file': {
    statuses: [200, 200, 200, 404, 200, 404, 404, 200, 404, 404, 404, 404, 403, 403, 404, 401],
  },
  'GET /documents/transactions.csv': {
    statuses: [200, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'POST /expenses/receipts': {
    statuses: [201, 201, 201, 403, 403, 403, 403, 403, 403, 201, 403, 403, 403, 403, 403, 401],
  },
  'GET /expenses/receipts/:id': {
    statuses: [404, 200, 200, 403, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 401],
  },
  'POST /imports/': {
    statuses: [403, 201, 201, 403, 403, 403, 403, 403, 403, 201, 403, 403, 403, 403, 403, 401],
  },
  'GET /exports/backups/:name': {
    statuses: [200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 401],
  },
  'GET /exports/clients.csv': {
    statuses: [200, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /exports/agencies/:id.zip': {
    statuses: [200, 200, 200, 403, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 401],
  },
  'POST /files/': {
    statuses: [400, 201, 201, 201, 201, 201, 404, 404, 201, 404, 404, 404, 403, 403, 400, 401],
  },
  'POST /files/ (a deliverable sent)': {
    statuses: [400, 201, 201, 201, 403, 201, 403, 403, 403, 404, 404, 403, 403, 403, 400, 401],
  },
  // The company may take all deliverables along once the project is completed.
  'GET /files/projects/:id.zip': {
    statuses: [200, 200, 200, 200, 403, 200, 404, 404, 403, 404, 404, 404, 403, 403, 404, 401],
  },
  'GET /files/:id': {
    statuses: [200, 200, 200, 200, 404, 200, 404, 404, 404, 404, 404, 404, 403, 403, 404, 401],
  },
  'GET /files/:id (a deliverable)': {
    statuses: [200, 200, 200, 200, 200, 200, 404, 404, 200, 404, 404, 404, 403, 403, 404, 401],
  },
  'POST /pictures/agency-logo': {
    statuses: [403, 201, 201, 403, 403, 403, 403, 403, 403, 201, 403, 403, 403, 403, 403, 401],
  },
  'POST /pictures/avatar': {
    statuses: [201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 403, 403, 201, 401],
  },
  'POST /pictures/platform-logo': {
    statuses: [201, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 401],
  },
  'DELETE /pictures/agency-logo': {
    statuses: [403, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'DELETE /pictures/avatar': {
    statuses: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 403, 403, 200, 401],
  },
  'DELETE /pictures/platform-logo': {
    statuses: [200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 401],
  },
  'GET /pictures/:id': {
    statuses: [200, 200, 200, 200, 200, 200, 200, 200, 200, 404, 404, 404, 404, 404, 404, 404],
  },
}
