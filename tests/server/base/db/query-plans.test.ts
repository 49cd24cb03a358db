import { Kysely, type LogEvent } from 'kysely'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { sqliteDialect } from '#server/base/db/engines/sqlite.ts'
import type { Schema } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import { type Caller, callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

/** SQLite's plan for each statement of a call; null on PostgreSQL, whose plans depend on the data. */
async function setUp() {
  const database = await createTestDatabase()
  const world = await createWorld(database.db)
  const project = await addProject(database.db, world.home, { name: 'Planned' })
  const task = await addTask(database.db, world.home.owner, project.id, { title: 'Planned task' })
  const plansOf = async (scope: SeedPerson, call: (caller: Caller) => Promise<unknown>) => {
    if (database.dialect !== 'sqlite') return null
    const events: LogEvent[] = []
    const dialect = sqliteDialect(database.file)
    const logged = new Kysely<Schema>({ dialect, log: (event) => void events.push(event) })
    await call(callerAs(logged, scope))
    return events.map(({ query }) =>
      database.file
        .prepare(`explain query plan ${query.sql}`)
        .all(query.parameters)
        .map((row) => (row as { detail: string }).detail)
        .join('\n'),
    )
  }
  return { world, task, plansOf }
}

/** The most used lists, with the index that matches their order. */
const IN_ORDER: [name: string, index: string, (caller: Caller) => Promise<unknown>][] = [
  ['tasks', 'tasks_newest', (caller) => caller.tasks.list({})],
  ['projects', 'projects_newest', (caller) => caller.projects.list({})],
  ['clients', 'clients_newest', (caller) => caller.clients.list({})],
  ['employees', 'employees_newest', (caller) => caller.employees.list({})],
  ['invoices', 'invoices_newest', (caller) => caller.invoices.list({})],
  ['the agency’s time', 'time_entries_agency', (caller) => caller.workLog.list({ whose: 'agency' })],
  [
    'the agency’s time as CSV',
    'time_entries_agency',
    (caller) => caller.workLog.exportCsv({ whose: 'agency' }),
  ],
  ['own time', 'time_entries_own', (caller) => caller.workLog.list({})],
  ['activity', 'activity_newest', (caller) => caller.activity.list({})],
]

test.for(IN_ORDER)("an owner's list of %s uses the index %s", async ([, index, call]) => {
  const { world, plansOf } = await setUp()
  const plans = await plansOf(world.home.owner, call)
  if (plans === null) return
  const walk = plans.find((plan) => new RegExp(`USING (COVERING )?INDEX ${index} `).test(plan))
  expect(walk, plans.join('\n\n')).toBeDefined()
  expect(walk).not.toMatch(/USE TEMP B-TREE FOR ORDER BY|^SCAN/m)
})

test("a client's tasks are found through the client's projects", async () => {
  const { world, plansOf } = await setUp()
  for (const call of [
    (caller: Caller) => caller.tasks.list({}),
    (caller: Caller) => caller.tasks.list({ open: true }),
    (caller: Caller) => caller.schedule.range({ from: '2026-03-01', to: '2026-03-31' }),
  ]) {
    const plans = await plansOf(world.home.client, call)
    if (plans === null) continue
    const [plan] = plans.filter((text) => /\btasks\b/.test(text))
    expect(plan?.split('\n').filter((line) => /SEARCH (projects|tasks)/.test(line))[0]).toMatch(
      /SEARCH projects USING INDEX projects_client/,
    )
  }
})

test('the process step of a task is found by the task', async () => {
  const { world, task, plansOf } = await setUp()
  const plans = await plansOf(world.home.owner, async (caller) => {
    await caller.tasks.setStatus({ id: task.id, status: 'done' })
    await caller.tasks.delete({ id: task.id })
  })
  if (plans === null) return
  const ofSteps = plans.filter((plan) => plan.includes('process_run_steps'))
  expect(ofSteps).toHaveLength(2)
  for (const plan of ofSteps)
    expect(plan).toContain('INDEX process_run_steps_task (agency_id=? AND task_id=?)')
})

test("a client's unbilled time is found through the client's projects", async () => {
  const { world, plansOf } = await setUp()
  const plans = await plansOf(world.home.owner, (caller) =>
    caller.timesheets.unbilled({ client_id: world.home.client.clientId ?? '' }),
  )
  if (plans === null) return
  const ofTime = plans.filter((plan) => plan.includes('time_entries'))
  expect(ofTime).toHaveLength(2)
  for (const plan of ofTime) expect(plan).toContain('SEARCH time_entries USING INDEX time_entries_project ')
})

test("the cost of hours is summed in the order of the projects' index", async () => {
  const { world, plansOf } = await setUp()
  const plans = await plansOf(world.home.owner, (caller) => caller.finance.profit({}))
  if (plans === null) return
  const ofHours = plans.filter((plan) =>
    plan.includes('SEARCH time_entries USING INDEX time_entries_project'),
  )
  expect(ofHours, plans.join('\n\n')).toHaveLength(1)
  expect(ofHours[0]).not.toContain('TEMP B-TREE')
})

test('the hours of some days are found by their day', async () => {
  const { world, plansOf } = await setUp()
  const days = { from: '2026-03-01', to: '2026-03-31' }
  const plans = await plansOf(world.home.owner, async (caller) => {
    await caller.finance.profit(days)
    await caller.timesheets.unsubmitted()
  })
  if (plans === null) return
  const ofTime = plans.filter((plan) => plan.includes('time_entries'))
  expect(ofTime).toHaveLength(2)
  for (const plan of ofTime)
    expect(plan).toMatch(
      /SEARCH time_entries USING (COVERING )?INDEX time_entries_day \(agency_id=\? AND worked_on/,
    )
})

test('a profit query reads only entries of the directions its parts need', async () => {
  const { world, plansOf } = await setUp()
  const plans = await plansOf(world.home.owner, (caller) => caller.finance.profit({}))
  if (plans === null) return
  const ofEntries = plans.filter((plan) => plan.includes('ledger_entries'))
  expect(ofEntries).toHaveLength(3)
  for (const plan of ofEntries)
    expect(plan).toMatch(/INDEX ledger_entries_\w+ \(agency_id=\? AND direction=\?/)
})

test('the losses in a tax return are found by an index of losses, in order', async () => {
  const { world, plansOf } = await setUp()
  const march = { from: '2026-03-01', to: '2026-03-31' }
  for (const call of [
    (caller: Caller) =>
      caller.finance.taxReturn({ ...march, kind: 'german-advance-return', basis: 'issued' }),
    (caller: Caller) =>
      caller.finance.taxDocuments({
        ...march,
        ...{ side: 'output', basis: 'issued', currency: null },
        tax_bps: 1900,
        tax_name: null,
        tax_category: null,
      }),
  ]) {
    const plans = await plansOf(world.home.owner, call)
    if (plans === null) return
    const [plan = ''] = plans.filter((text) => text.includes('ledger_entries_losses'))
    expect(plan, plans.join('\n\n')).toContain('(agency_id=? AND occurred_on>? AND occurred_on<?)')
    expect(plan).not.toContain('TEMP B-TREE')
  }
})

test('account numbers and year-end closing read tallies of documents, not their lines', async () => {
  const { world, plansOf } = await setUp()
  for (const call of [
    (caller: Caller) => caller.finance.accounts(),
    (caller: Caller) => caller.finance.yearEnd(),
  ]) {
    const plans = await plansOf(world.home.owner, call)
    if (plans === null) return
    expect(plans.join('\n\n')).not.toContain('invoice_items')
  }
})

/** Small subsets of large tables, with their partial index. */
const BY_INDEX: [name: string, index: string, (caller: Caller) => Promise<unknown>][] = [
  ['movements', 'ledger_entries_newest', (caller) => caller.finance.transactions({})],
  ['recently paid invoices', 'invoices_paid', (caller) => caller.invoices.summary()],
  ['open invoices', 'invoices_owed', (caller) => caller.invoices.summary()],
  ['amounts due by age', 'invoices_owed', (caller) => caller.finance.aging()],
  ['instalments', 'invoices_in_instalments', (caller) => caller.finance.aging()],
  ['income by client', 'ledger_entries_received', (caller) => caller.finance.summary({})],
  ['income by project', 'ledger_entries_project', (caller) => caller.finance.summary({})],
  ['clients to invoice for time', 'time_entries_unbilled', (caller) => caller.dashboard.waiting()],
  ['what contributors are owed', 'time_entries_unpaid', (caller) => caller.payouts.preview()],
]

test.for(BY_INDEX)("an owner's %s are found by %s", async ([, index, call]) => {
  const { world, plansOf } = await setUp()
  const plans = await plansOf(world.home.owner, call)
  if (plans === null) return
  expect(plans.join('\n\n')).toMatch(new RegExp(`USING (COVERING )?INDEX ${index} `))
})

test("a project's invoices are found by their lines, without scanning invoices or time", async () => {
  const { world, plansOf } = await setUp()
  const project_id = crypto.randomUUID()
  const plans = await plansOf(world.home.owner, (caller) => caller.invoices.list({ project_id }))
  if (plans === null) return
  const walk = plans.find((plan) => plan.includes('invoice_items_project'))
  expect(walk, plans.join('\n\n')).toBeDefined()
  expect(walk).not.toMatch(/^SCAN (invoices|time_entries|invoice_items)/m)
})

test("a list of a project's invoices reads the project's invoices, not all of the agency's", async () => {
  const { world, plansOf } = await setUp()
  for (const scope of [world.home.owner, world.home.client]) {
    const plans = await plansOf(scope, (caller) => caller.invoices.list({ project_id: newId() }))
    if (plans === null) return
    const [plan = ''] = plans.filter((text) => /invoice_items_project/.test(text))
    expect(plan).toMatch(/SEARCH invoices USING INDEX invoices_of_project \(agency_id=\? AND project_id=\?\)/)
    expect(plan).toMatch(
      /SEARCH time_entries USING INDEX time_entries_project \(agency_id=\? AND project_id=\?\)/,
    )
    expect(plan).not.toMatch(/MERGE|SEARCH (invoices|time_entries) USING INDEX \w+ \(agency_id=\?\)/)
  }
})

test("an owner's clients sorted by a tally use its index", async () => {
  const { world, plansOf } = await setUp()
  for (const [order, index] of [
    ['projects', 'client_tallies_projects'],
    ['outstanding', 'client_tallies_outstanding'],
    ['invoiced', 'client_tallies_invoiced'],
    ['paid', 'client_tallies_paid'],
  ] as const) {
    const plans = await plansOf(world.home.owner, (caller) =>
      caller.clients.list({ order, descending: true }),
    )
    if (plans === null) return
    expect(plans[0]).toMatch(new RegExp(`SEARCH client_tallies USING (COVERING )?INDEX ${index} `))
    expect(plans[0]).not.toMatch(/SCAN|TEMP B-TREE/)
  }
})

test('ledger totals are read by day, not by entry', async () => {
  const { world, plansOf } = await setUp()
  for (const call of [
    (caller: Caller) => caller.clients.counters(),
    (caller: Caller) => caller.dashboard.charts(),
  ]) {
    const plans = await plansOf(world.home.owner, call)
    if (plans === null) return
    expect(plans.join('\n')).toContain('SEARCH book_tallies')
    expect(plans.join('\n')).not.toContain('ledger_entries')
  }
})

test('text filters of invoices, projects and clients use the trigram index', async () => {
  const { world, plansOf } = await setUp()
  for (const [table, call] of [
    ['invoices', (caller: Caller) => caller.invoices.list({ search: 'anned', side: 'issued' })],
    ['projects', (caller: Caller) => caller.projects.list({ search: 'anned' })],
    ['clients', (caller: Caller) => caller.clients.list({ search: 'ome cl' })],
  ] as const) {
    const plans = await plansOf(world.home.owner, call)
    if (plans === null) return
    expect(plans[0]).toMatch(/SCAN search_fts_pieces VIRTUAL TABLE INDEX/)
    const list = plans.find((plan) => new RegExp(`SEARCH ${table} USING INDEX \\S+ \\(.*id=\\?`).test(plan))
    expect(list, plans.join('\n\n')).toBeDefined()
  }
})

test("a contributor's days are found by the due dates of their own tasks", async () => {
  const { world, plansOf } = await setUp()
  const plans = await plansOf(world.home.employee, (caller) =>
    caller.schedule.range({ from: '2026-03-01', to: '2026-03-31' }),
  )
  if (plans === null) return
  expect(plans.join('\n\n')).toMatch(
    /INDEX tasks_assigned_due \(agency_id=\? AND assigned_to_id=\? AND due_date>/,
  )
})

test('text is found by trigrams, and the matching tasks are read by id', async () => {
  const { world, plansOf } = await setUp()
  for (const order of ['newest', 'title', 'due', 'board'] as const) {
    const plans = await plansOf(world.home.owner, (caller) =>
      caller.tasks.list({ search: 'lanned t', order }),
    )
    if (plans === null) return
    expect(plans[0]).toMatch(/SCAN search_fts_pieces VIRTUAL TABLE INDEX/)
    expect(plans[0]).toMatch(/SEARCH entry USING INTEGER PRIMARY KEY/)
    expect(plans[1]).toMatch(/SEARCH tasks USING INDEX \S+ \((agency_id=\? AND )?id=\?\)/)
    expect(plans[1]).not.toMatch(/SCAN/)
  }
})

test("the timeline reads projects by name, and each one's tasks by their last day", async () => {
  const { world, plansOf } = await setUp()
  const days = { from: '2026-03-01', to: '2026-03-31', order: 'timeline' } as const
  const plans = await plansOf(world.home.owner, async (caller) => {
    await caller.tasks.list(days)
    await caller.tasks.list({ undated: true })
  })
  if (plans === null) return
  const [dated = '', undated = ''] = plans.filter((plan) => /\btasks\b/.test(plan))
  expect(dated).toMatch(/USING INDEX projects_by_name/)
  expect(dated).toMatch(
    /SEARCH tasks USING INDEX tasks_timeline \(agency_id=\? AND project_id=\? AND <expr>>\?\)/,
  )
  expect(dated).not.toMatch(/USE TEMP B-TREE FOR ORDER BY|^SCAN/m)
  expect(undated).toMatch(/tasks USING INDEX tasks_undated/)
  expect(undated).not.toMatch(/TEMP B-TREE|^SCAN/m)
})

test('new requests are read from their index', async () => {
  const { world, plansOf } = await setUp()
  const plans = await plansOf(world.home.owner, (caller) => caller.tasks.list({ requested: true }))
  if (plans === null) return
  const [requested = ''] = plans.filter((plan) => /\btasks\b/.test(plan))
  expect(requested).toMatch(/tasks USING INDEX tasks_requested/)
  expect(requested).not.toMatch(/TEMP B-TREE|^SCAN/m)
})

/** The number of statements doesn't depend on the number of rows. */
const STATEMENTS: [name: string, most: number, (caller: Caller) => Promise<unknown>][] = [
  ['tasks', 2, (caller) => caller.tasks.list({})],
  ['projects', 5, (caller) => caller.projects.list({})],
  ['clients', 2, (caller) => caller.clients.list({})],
  ['invoices', 4, (caller) => caller.invoices.list({})],
  ['the agency’s time', 2, (caller) => caller.workLog.list({ whose: 'agency' })],
  ['search', 14, (caller) => caller.search.all({ query: 'planned' })],
]

test.for(STATEMENTS)('a page of %s takes at most %i statements', async ([, most, call]) => {
  const { world, plansOf } = await setUp()
  const plans = await plansOf(world.home.owner, call)
  if (plans === null) return
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.length).toBeLessThanOrEqual(most)
})

test("a payment reads only its invoice's lines, regardless of the number of invoices", async () => {
  const { world, plansOf } = await setUp()
  const plans = await plansOf(world.home.owner, async (caller) => {
    const invoiceId = await sendInvoiceTo(caller, world.home.client.clientId)
    await caller.payments.recordManual({
      invoice_id: invoiceId,
      request_id: newId(),
      amount: 100,
      method: 'bank',
    })
  })
  const gathering = plans?.filter((plan) => /LIST SUBQUERY[\s\S]*SEARCH invoices_of/.test(plan))
  expect(gathering ?? []).toEqual([])
})
