import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Router } from 'express'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '#server/base/core/context.ts'
import { newSecret } from '#server/base/core/secret-box.ts'
import type { Db } from '#server/base/db/schema.ts'
import { toInstant } from '#server/base/db/values.ts'
import { createApp } from '#server/door/http/app.ts'
import { createDirectoryRoute } from '#server/door/http/monitoring/directory.ts'
import { createHealthRoutes } from '#server/door/http/monitoring/health.ts'
import { createMetricsRoute } from '#server/door/http/monitoring/metrics.ts'
import { httpRoutes } from '#server/door/http/routes.ts'
import { appRouter } from '#server/router.ts'
import { BOOKS_FILES } from '#shared/money/ledger/books.ts'
import { TAX_RETURNS } from '#shared/money/ledger/returns.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { sharedTemporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { toMt940 } from '#tests/support/money/bank/bank-files.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { addBill } from './domains/bills.ts'
import { addSelfBill } from './domains/self-billing.ts'
import { addSepa } from './domains/sepa.ts'
import { readDownload } from './downloads.ts'
import { COUNTERPART } from './notation/case.ts'
import { ASKERS, ROUTES, WHOEVER } from './tables/route-table.ts'
import { leaksIn } from './world/canaries.ts'
import { type IsolationWorld, openIsolationWorld } from './world/world.ts'

type Asker = (typeof ASKERS)[number]
type Addresses = Awaited<ReturnType<typeof plant>>
type Ask = (at: Addresses, asker: Asker) => { path: string; body?: () => BodyInit | Promise<BodyInit> }

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const upload = () => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(PNG)]), 'logo.png')
  return form
}

const exported = () => {
  const form = new FormData()
  const columns = 'Date,Client,Project,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name'
  form.append('file', new Blob([`${columns}\n2026-02-03,Lumen,Portal,,,1,No,No,Ada,Byron`]), 'harvest.csv')
  return form
}

const statement = () => {
  const form = new FormData()
  const file = toMt940([
    { account: '4711', currency: 'USD', opening: 0, lines: [], from: '2026-03-01', to: '2026-03-01' },
  ])
  form.append('file', new Blob([file]), 'statement.sta')
  return form
}

const PICTURE_KINDS = ['avatar', 'agency-logo', 'platform-logo']

/** How each route is called for rows of the home agency. */
const CALLS: Record<string, Ask> = {
  'GET /healthz': () => ({ path: '/healthz' }),
  'GET /readyz': () => ({ path: '/readyz' }),
  'GET /metrics': () => ({ path: '/metrics' }),
  'GET /directory': () => ({ path: '/directory' }),
  'GET /api/openapi.json': () => ({ path: '/api/openapi.json' }),
  'GET /calendar/:file': ({ feed }) => ({ path: feed }),
  'POST /bank/statements': () => ({ path: '/bank/statements?dry_run=no', body: statement }),
  'POST /bills/files': ({ payout }) => ({ path: `/bills/files?payout_id=${payout}`, body: upload }),
  'GET /bills/self-billed/:id': ({ selfBill }) => ({ path: `/bills/self-billed/${selfBill}` }),
  'GET /bills/:id': ({ bill }) => ({ path: `/bills/${bill}` }),
  'POST /bank-answers/': () => ({
    path: '/bank-answers/',
    body: () =>
      new Blob([JSON.stringify({ client_secret: `pi_secret_${'0'.repeat(24)}`, approved: true })], {
        type: 'application/json',
      }),
  }),
  ...Object.fromEntries(
    BOOKS_FILES.map((file): [string, Ask] => [
      `GET /books/${file}.csv`,
      () => ({ path: `/books/${file}.csv` }),
    ]),
  ),
  ...Object.fromEntries(
    TAX_RETURNS.map((kind): [string, Ask] => [
      `GET /books/${kind}.csv`,
      () => ({ path: `/books/${kind}.csv?from=2020-01-01&to=2030-12-31` }),
    ]),
  ),
  'GET /documents/invoices/:file': ({ rows }) => ({ path: `/documents/invoices/${rows.invoice}.pdf` }),
  'GET /documents/e-invoices/:format/:file': ({ rows }) => ({
    path: `/documents/e-invoices/factur_x/${rows.invoice}`,
  }),
  'GET /documents/pay/:token': ({ rows }) => ({ path: `/documents/pay/${rows.link}` }),
  'GET /documents/pay/:token/logo': ({ rows }) => ({ path: `/documents/pay/${rows.link}/logo` }),
  'GET /documents/invitations/:token/logo': ({ rows }) => ({
    path: `/documents/invitations/${rows.invitation.token}/logo`,
  }),
  'GET /documents/pay/:token/receipts/:file': ({ rows }) => ({
    path: `/documents/pay/${rows.link}/receipts/${rows.payment}.pdf`,
  }),
  'GET /documents/statements/:file': ({ companyId }) => ({
    path: `/documents/statements/${companyId}.pdf?from=2020-01-01&to=2030-01-01`,
  }),
  'GET /documents/receipts/:file': ({ rows }) => ({ path: `/documents/receipts/${rows.payment}.pdf` }),
  'GET /documents/transactions.csv': () => ({ path: '/documents/transactions.csv' }),
  'POST /expenses/receipts': () => ({ path: '/expenses/receipts', body: upload }),
  'GET /expenses/receipts/:id': ({ rows }) => ({ path: `/expenses/receipts/${rows.receipt}` }),
  'POST /imports/': () => ({ path: '/imports', body: exported }),
  'GET /exports/backups/:name': ({ backup }) => ({ path: `/exports/backups/${backup}` }),
  'GET /exports/clients.csv': () => ({ path: '/exports/clients.csv' }),
  'GET /exports/agencies/:id.zip': ({ agencyId }) => ({ path: `/exports/agencies/${agencyId}.zip` }),
  // Files uploaded by clients belong to a message.
  'POST /files/': ({ rows }, asker) => {
    const kind = asker !== 'signedOut' && COUNTERPART[asker] === 'client' ? 'message' : 'deliverable'
    return { path: `/files/?project_id=${rows.project.id}&kind=${kind}`, body: upload }
  },
  'POST /files/ (a deliverable sent)': ({ rows }) => ({
    path: `/files/?project_id=${rows.project.id}&kind=deliverable`,
    body: upload,
  }),
  'GET /files/projects/:id.zip': ({ rows }) => ({ path: `/files/projects/${rows.project.id}.zip` }),
  'GET /files/:id': ({ rows }) => ({ path: `/files/${rows.attachment}` }),
  'GET /files/:id (a deliverable)': ({ rows }) => ({ path: `/files/${rows.deliverable}` }),
  ...Object.fromEntries(
    PICTURE_KINDS.flatMap((kind): [string, Ask][] => [
      [`POST /pictures/${kind}`, () => ({ path: `/pictures/${kind}`, body: () => new Uint8Array(PNG) })],
      [`DELETE /pictures/${kind}`, () => ({ path: `/pictures/${kind}` })],
    ]),
  ),
  'GET /pictures/:id': ({ picture }) => ({ path: `/pictures/${picture}` }),
  'GET /sepa-batches/:id': ({ sepaBatch }) => ({ path: `/sepa-batches/${sepaBatch}` }),
  'POST /stripe/webhook/': () => ({ path: '/stripe/webhook/', body: () => '{}' }),
  'POST /stripe/webhook/connect': () => ({ path: '/stripe/webhook/connect', body: () => '{}' }),
  'POST /stripe/webhook/accounts/:account': () => ({
    path: `/stripe/webhook/accounts/${crypto.randomUUID()}`,
    body: () => '{}',
  }),
  ...Object.fromEntries(
    ['GET', 'POST', 'DELETE'].map((method): [string, Ask] => [`${method} /mcp/`, () => ({ path: '/mcp/' })]),
  ),
  'GET /unsubscribe/': ({ unsubscribe }) => ({ path: `/unsubscribe/?token=${unsubscribe}` }),
  'POST /unsubscribe/': ({ unsubscribe }) => ({ path: `/unsubscribe/?token=${unsubscribe}` }),
}

const open = openIsolationWorld()
let at: Addresses
let portal: { url: string; services: Services; cookies: Map<string, string> }

const dataDir = sharedTemporaryFolder()

beforeAll(async () => {
  const { db, world } = open()
  const services = testServices(db, {
    config: { dataDir, port: 0, host: '127.0.0.1', metricsToken: newSecret() },
  })
  at = await plant(db, world, dataDir)
  const cookies = new Map<string, string>()
  for (const asker of ASKERS) {
    if (asker !== 'signedOut') cookies.set(asker, await cookieFor(services, world.people[asker].userId))
  }
  await db
    .updateTable('sessions')
    .set({ confirmed_at: toInstant(TEST_NOW) })
    .execute()
  const app = await createApp(services, appRouter, { client: 'none' })
  const { port } = new URL(await app.start())
  portal = { url: `http://127.0.0.1:${port}`, services, cookies }
  return async () => {
    app.server.closeAllConnections()
    await app.stop()
  }
})

/** Resources with their own URL: stored files, pictures, feeds, links in emails, a backup. */
async function plant(db: Db, world: IsolationWorld, dataDir: string) {
  const { bill, payout } = await addBill(db, world.home.agencyId, world.home.employee.employeeId)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true })
    writeFileSync(join(dataDir, path), text)
  }
  for (const table of ['files', 'expense_receipts', 'payout_bill_files'] as const) {
    for (const { name, storage_key } of await db
      .selectFrom(table)
      .select(['name', 'storage_key'])
      .execute()) {
      write(`files/${storage_key.slice(0, 2)}/${storage_key}`, name)
      const digest = {
        size: Buffer.byteLength(name),
        sha256: createHash('sha256').update(name).digest('hex'),
      }
      await db.updateTable(table).set(digest).where('storage_key', '=', storage_key).execute()
    }
  }
  const addPicture = async ({ agencyId: agency_id, userId: user_id }: IsolationWorld['home']['owner']) => {
    const [id, key] = [randomUUID(), randomUUID().replaceAll('-', '').padEnd(48, '0')]
    write(`files/${key.slice(0, 2)}/${key}`, 'a picture')
    await db
      .insertInto('pictures')
      .values({
        id,
        kind: 'avatar',
        agency_id,
        user_id,
        storage_key: key,
        content_type: 'image/webp',
        created_at: toInstant(TEST_NOW),
      })
      .execute()
    return id
  }
  const addFeed = async (scope: IsolationWorld['home']['owner']) =>
    (await callerAs(db, scope).schedule.createFeed()).path
  const backup = 'manual-2026-03-04T10-00-00Z.zip.enc'
  write(`backups/${backup}`, 'FOYERBK1 and what is encrypted')
  const unsubscribe = newSecret()
  await db
    .insertInto('notification_mail_settings')
    .values({ user_id: world.people.client.userId, delivery: 'instant', unsubscribe_token: unsubscribe })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ unsubscribe_token: unsubscribe }))
    .execute()
  return {
    rows: world.rows.alpha,
    agencyId: world.home.agencyId,
    companyId: world.people.client.clientId,
    feed: await addFeed(world.people.client),
    suspendedLink: world.rows.suspended.link,
    suspendedFeed: await addFeed({ ...world.people.suspendedOwner, suspended: false }),
    picture: await addPicture(world.people.contributor),
    strangersPicture: await addPicture(world.people.waitingContributor),
    backup,
    unsubscribe,
    bill,
    payout,
    selfBill: await addSelfBill(db, world.home.agencyId, world.home.employee.employeeId),
    sepaBatch: (await addSepa(db, world.home.agencyId, world.home.employee.employeeId, dataDir)).batch,
  }
}

async function ask(asker: Asker, method: string, path: string, body?: BodyInit) {
  const cookie = portal.cookies.get(asker)
  const response = await fetch(portal.url + path, {
    method,
    body,
    headers: { origin: portal.url, ...(cookie !== undefined && { cookie }) },
  })
  return { status: response.status, text: await readDownload(response) }
}

test('the access table lists every route, and each has a test call', () => {
  const services = testServices(open().db)
  const routesOf = (prefix: string, router: Router) =>
    router.stack.flatMap(({ route }) =>
      route === undefined
        ? []
        : [...new Set(route.stack.map((layer) => layer.method.toUpperCase()))].map(
            (method) => `${method} ${prefix}${route.path}`,
          ),
    )
  const registered = [
    ...routesOf(
      '',
      createHealthRoutes(services, () => false),
    ),
    ...routesOf('', createMetricsRoute(services)),
    ...routesOf('', createDirectoryRoute(services)),
    ...httpRoutes(appRouter).flatMap(({ path, endpoints }) =>
      endpoints.map((endpoint) => `${endpoint.method.toUpperCase()} ${path}${endpoint.path}`),
    ),
  ].sort()
  const named = Object.keys(ROUTES).map((name) => name.replace(/ \(.*\)$/, ''))
  expect([...new Set(named)].sort()).toEqual(registered)
  expect(Object.keys(CALLS).sort()).toEqual(Object.keys(ROUTES).sort())
})

describe.for(Object.entries(ROUTES))('%s', ([route, row]) => {
  test('gives each user what the table lists and nothing else', async () => {
    const [method = ''] = route.split(' ')
    const holds = 'whoever' in row ? row.holds : []
    const askers: readonly Asker[] = 'whoever' in row ? WHOEVER : ASKERS
    const heard = await Promise.all(
      askers.map(async (asker) => {
        const { path, body } = CALLS[route]?.(at, asker) ?? { path: '/nowhere' }
        const { status, text } = await ask(asker, method, path, await body?.())
        const found = leaksIn(text, asker === 'signedOut' ? null : asker, holds)
        return { status, leaks: found.map((canary) => `${asker}: ${canary}`) }
      }),
    )
    expect({
      statuses: heard.map(({ status }) => status),
      leaks: heard.flatMap(({ leaks }) => leaks),
    }).toEqual({
      statuses: 'whoever' in row ? askers.map(() => row.whoever) : row.statuses,
      leaks: [],
    })
  })
})

/** URLs that nobody can use: their agency is suspended, or the caller is a stranger. */
const CLOSED: { name: string; asker: Asker; path: (at: Addresses) => string }[] = [
  { name: 'calendar of a suspended agency', asker: 'signedOut', path: (at) => at.suspendedFeed },
  {
    name: 'invoice of a suspended agency',
    asker: 'signedOut',
    path: (at) => `/documents/pay/${at.suspendedLink}`,
  },
  {
    name: 'picture of a stranger',
    asker: 'waitingClient',
    path: (at) => `/pictures/${at.strangersPicture}`,
  },
]

test.for(CLOSED)('the URL of the $name is not found', async ({ asker, path }) => {
  const { status } = await ask(asker, 'GET', path(at))
  expect(status).toBeGreaterThanOrEqual(400)
})
