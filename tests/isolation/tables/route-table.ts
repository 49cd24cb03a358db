import type { CanaryName } from '../world/canaries.ts'

/** The statuses in this order: home agency, siblings in it, another agency, others. */
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
  /** The same for everyone; `holds` is what the URL's secret gives access to beyond the caller's own permissions. */
  | { whoever: Status; holds?: CanaryName[] }

/** Who calls the routes that don't distinguish people. */
export const WHOEVER = ['clientB', 'foreignOwner', 'suspendedOwner', 'signedOut'] as const

/** Every route of the server, with the result for each person who requests the home agency's rows. */
export const ROUTES: Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, RouteCase> = {
  'GET /healthz': { whoever: 200 },
  'GET /readyz': { whoever: 200 },
  // Requires METRICS_TOKEN, not a session.
  'GET /metrics': { whoever: 401 },
  'GET /directory': { whoever: 401 },
  'GET /api/openapi.json': { whoever: 200 },
  'POST /bank-answers/': { whoever: 404 },
  'GET /calendar/:file': { whoever: 200, holds: ['event.client', 'meeting.alpha'] },
  'GET /documents/pay/:token': { whoever: 200, holds: ['billing.alpha'] },
  'GET /documents/pay/:token/logo': { whoever: 404 },
  'GET /documents/invitations/:token/logo': { whoever: 404 },
  // The receipt of another invoice.
  'GET /documents/pay/:token/receipts/:file': { whoever: 404 },
  'POST /stripe/webhook/': { whoever: 400 },
  'POST /stripe/webhook/connect': { whoever: 400 },
  'POST /stripe/webhook/accounts/:account': { whoever: 400 },
  // Cookies are ignored here; access by token is covered in tests/server/door/http/programs/mcp.test.ts.
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
  'GET /books/quickbooks-journal.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/xero-payments.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/xero-credit.csv': {
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
  'GET /books/german-advance-return.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/ec-sales-list.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/uk-vat-return.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/oss-return.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/us-sales.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/form-1099-nec.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /books/exchange-differences.csv': {
    statuses: [400, 200, 200, 403, 403, 403, 403, 403, 403, 200, 403, 403, 403, 403, 403, 401],
  },
  'GET /documents/invoices/:file': {
    statuses: [200, 200, 200, 404, 200, 404, 404, 200, 404, 404, 404, 404, 403, 403, 404, 401],
  },
  // Without tax rates no e-invoice can be created; people who see the invoice get an error that says so.
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
  'POST /bank/statements': {
    statuses: [400, 201, 201, 403, 403, 403, 403, 403, 403, 201, 403, 403, 403, 403, 403, 401],
  },
  'POST /bills/files': {
    statuses: [403, 201, 201, 201, 403, 404, 403, 403, 403, 404, 404, 403, 403, 403, 403, 401],
  },
  'GET /bills/:id': {
    statuses: [400, 200, 200, 200, 403, 404, 403, 403, 403, 404, 404, 403, 403, 403, 403, 401],
  },
  'GET /bills/self-billed/:id': {
    statuses: [403, 200, 200, 200, 403, 404, 403, 403, 403, 404, 404, 403, 403, 403, 403, 401],
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
  // The company may download all deliverables once the project is completed.
  'GET /files/projects/:id.zip': {
    statuses: [200, 200, 200, 200, 403, 200, 404, 404, 403, 404, 404, 404, 403, 403, 404, 401],
  },
  'GET /files/:id': {
    statuses: [200, 200, 200, 200, 404, 200, 404, 404, 404, 404, 404, 404, 403, 403, 404, 401],
  },
  'GET /files/:id (a deliverable)': {
    statuses: [200, 200, 200, 200, 200, 200, 404, 404, 200, 404, 404, 404, 403, 403, 404, 401],
  },
  'GET /sepa-batches/:id': {
    statuses: [403, 200, 200, 403, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 401],
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
