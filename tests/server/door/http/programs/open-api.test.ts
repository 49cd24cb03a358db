import { randomUUID } from 'node:crypto'
import { Validator } from '@seriousme/openapi-schema-validator'
import { TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { proceduresForPrograms } from '#server/door/http/api/open-api.ts'
import { appRouter } from '#server/router.ts'
import { callerAs } from '#tests/support/caller.ts'
import { openDemo, type SeededDemo } from '#tests/support/demo.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { importFile, lineOf, statementOf } from '#tests/support/money/bank/bank-import.ts'
import { apiDocument, mismatches } from '#tests/support/reports/api-results.ts'

const demo = openDemo()

test('the document is valid OpenAPI 3.1 with all references resolved', async () => {
  const validator = new Validator()
  expect(await validator.validate({ ...apiDocument })).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const components = Object.keys(apiDocument.components.schemas)
  for (const [, name] of JSON.stringify(apiDocument).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    expect(components).toContain(name)
  }
  expect(components).toEqual(expect.arrayContaining(['InvoiceDto', 'InvoiceDtoPage', 'TaskDto', 'Failure']))
})

test('results are named, described types', () => {
  expect(apiDocument.paths['/trpc/invoices.list']?.get?.responses[200].content['application/json']).toEqual({
    schema: {
      type: 'object',
      required: ['result'],
      properties: {
        result: {
          type: 'object',
          required: ['data'],
          properties: { data: { $ref: '#/components/schemas/InvoiceDtoPage' } },
        },
      },
    },
  })
  expect(apiDocument.components.schemas.InvoiceDto).toMatchObject({
    type: 'object',
    description: expect.stringContaining('minor units'),
    properties: { currency: { type: 'string' } },
    required: expect.arrayContaining(['id', 'currency']),
  })
})

test('the input of a query is required where the procedure requires it', () => {
  const isRequired = (path: string) =>
    apiDocument.paths[`/trpc/${path}`]?.get?.parameters?.find(({ name }) => name === 'input')?.required
  expect(isRequired('invoices.get')).toBe(true)
  expect(isRequired('schedule.counters')).toBe(false)
})

test('a response that differs from its description is reported', () => {
  expect(mismatches('tasks.counters', { total: '1', more: 2 })).toEqual(
    expect.arrayContaining([
      'tasks.counters/result/data/total must be number',
      'tasks.counters/result/data must NOT have additional properties',
    ]),
  )
})

/** Inputs of queries that require one, for rows of the demo. */
async function demoInputs({ db, world }: SeededDemo): Promise<Record<string, object>> {
  const owner = callerAs(db, world.home.owner)
  const admin = callerAs(db, world.staff[0] ?? null)
  const first = <Item>(items: Item[]): Item => {
    const [item] = items
    if (item === undefined) throw new Error('The demo has none.')
    return item
  }
  const idIn = async (list: Promise<{ id: string }[] | { items: { id: string }[] }>) => {
    const answer = await list
    return { id: first('items' in answer ? answer.items : answer).id }
  }
  const project_id = (await idIn(owner.projects.list({}))).id
  const client_id = world.client.clientId
  const [from, to] = ['2026-02-23', '2026-03-30']
  const event = first((await owner.schedule.range({ from, to })).events)
  const webhook = await owner.webhooks.save({ url: 'https://example.test/hook', events: ['task.created'] })
  const invoice = await owner.invoices.get(await idIn(owner.invoices.list({})))
  const recurring = await owner.invoices.saveRecurring({
    client_id,
    title: 'Retainer',
    items: [{ description: 'Care', quantity: 1000, rate: 50_000 }],
    frequency: 'monthly',
    starts_on: to,
  })
  const expense = await owner.finance.saveExpense({
    category: 'software',
    description: 'Licences',
    amount: 9_900,
    spent_on: from,
  })
  const rate = await owner.letterhead.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  const process = await idIn(owner.processes.list({}))
  const task = await idIn(owner.tasks.list({}))
  const current = await owner.packages.subscription()
  const plans = await admin.packages.list({})
  const plan = first(plans.filter(({ id, price }) => price !== null && id !== current?.plan.id))
  const payout_id = randomUUID()
  const read_at = world.seededAt.toISOString()
  await db
    .insertInto('provider_payouts')
    .values({
      id: payout_id,
      agency_id: world.home.owner.agencyId,
      account: world.home.owner.agencyId,
      provider_payout_id: 'po_1',
      amount: 97,
      currency: 'USD',
      status: 'paid',
      itemization: 'complete',
      arrives_on: from,
      read_at,
      created_at: read_at,
      updated_at: read_at,
    })
    .execute()
  const line = lineOf(5000, 'Thanks')
  const statement = toCamt([statementOf([line], { from, to: from })])
  const imported = await importFile(db, world.home.owner, statement)
  const bankLine = first((await owner.bank.lines({})).items)
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('agency_id', '=', world.home.owner.agencyId)
    .executeTakeFirstOrThrow()
  const paid = (await owner.payments.list({})).items.find(({ receiptUrl }) => receiptUrl !== undefined)
  return {
    'agencies.details': await idIn(admin.agencies.list({})),
    'bank.balance': { account_id: imported.statements[0]?.account_id },
    'bank.choices': { id: bankLine.id },
    'bank.line': { id: bankLine.id },
    'bank.statements': { account_id: imported.statements[0]?.account_id },
    'clients.get': { id: client_id },
    'clients.details': { id: client_id },
    'employees.get': await idIn(owner.employees.list({})),
    'files.get': file,
    'files.list': { project_id },
    'finance.expense': { id: expense.id },
    'finance.payoutMovements': { payout_id },
    'payouts.billTerms': { payout_id: (await idIn(owner.payouts.list({}))).id },
    'invoices.get': { id: invoice.id },
    'invoices.statement': { client_id, from, to },
    'invoices.recurringPlan': { id: recurring.id },
    'finance.unbilledExpenses': { client_id },
    'finance.profitRows': { project_id, part: 'expenses' },
    'finance.taxDocuments': { from, to, basis: 'issued', tax_bps: 0, tax_name: null, tax_category: null },
    'finance.taxReturn': { from, to },
    'finance.returnDocuments': { from, to, kind: 'ec-sales-list', key: 'missing-vat-id' },
    'autopay.ofClient': { client_id },
    'autopay.ofInvoice': { invoice_id: invoice.id },
    'invoices.letterhead': { client_id },
    'letterhead.taxRateUses': { id: rate.id },
    'invoices.advances': { client_id, currency: 'USD' },
    'invoices.mailDraft': { id: invoice.id },
    'invoices.eInvoice': { id: invoice.id },
    'invoices.creditable': { id: invoice.id },
    'invoices.sendingNotes': { id: invoice.id },
    'invoices.clientCredit': { client_id },
    'messages.list': { project_id },
    'messages.people': { project_id },
    'packages.preview': { plan_id: plan.id },
    'payments.receipt': { id: paid?.id ?? '' },
    'processes.get': process,
    'processes.run': { id: (await owner.processes.start({ template_id: process.id, project_id })).id },
    'projects.get': { id: project_id },
    'quickTasks.list': { view: 'today' },
    'quickTasks.get': await idIn(owner.quickTasks.list({ view: 'upcoming' })),
    'schedule.range': { from, to },
    'schedule.get': { id: event.id, occurrence_start: event.occurrence_start },
    'schedule.conflicts': { starts_at: event.starts_at, duration_minutes: 60 },
    'search.all': { query: 'de', limit: 20 },
    'tasks.get': task,
    'tasks.comments': { task_id: task.id },
    'timesheets.get': await idIn(owner.timesheets.list({ whose: 'agency' })),
    'timesheets.unbilled': { client_id },
    'timesheets.projectTime': { project_id },
    'views.list': { list: 'tasks' },
    'webhooks.deliveries': { webhook_id: webhook.id },
    'workLog.get': await idIn(owner.workLog.list({ whose: 'agency' })),
  }
}

/** The response, or undefined if this person isn't allowed or can't see the row. */
async function ask(db: Db, scope: SeedPerson | null, path: string, input: object = {}): Promise<unknown> {
  const [domain = '', name = ''] = path.split('.')
  const caller = callerAs(db, scope) as unknown as Record<
    string,
    Record<string, (input: object) => Promise<unknown>>
  >
  try {
    return (await caller[domain]?.[name]?.(input)) ?? null
  } catch (error) {
    const refused = ['FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST']
    if (error instanceof TRPCError && refused.includes(error.code)) return undefined
    throw error
  }
}

test('every query returns what the document says to every role on the demo', async () => {
  const { db, world } = demo()
  const inputs = await demoInputs(demo())
  const answered = new Set<string>()
  const queries = proceduresForPrograms(appRouter).filter(([, { type }]) => type === 'query')
  const people = [world.home.owner, world.staff[0], world.home.contributors[0], world.client]
  for (const scope of people) {
    for (const [path] of queries) {
      const answer = await ask(db, scope ?? null, path, inputs[path])
      if (answer === undefined) continue
      answered.add(path)
      expect(mismatches(path, answer), `${path} of ${scope?.role}`).toEqual([])
    }
  }
  expect(queries.map(([path]) => path).filter((path) => !answered.has(path))).toEqual([])
})
