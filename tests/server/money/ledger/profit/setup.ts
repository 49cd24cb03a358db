import { seedLarge } from '#scripts/seed/large.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { recording } from '#tests/support/databases/recording.ts'
import { depositOf, refundForm } from '#tests/support/money/money.ts'
import { seeded } from '#tests/support/money/tax-arithmetic.ts'
import { createWorld } from '#tests/support/world.ts'
import { addProject, setUpWorld } from '../../../work/projects/setup.ts'

export const LAST_DAY = '2026-05-31'
const ROUNDS = 9

export type ProfitWorld = Awaited<ReturnType<typeof setUpProfit>>

/** An agency with three projects of one client, and random choices from the seed. */
export async function setUpProfit(seed: number) {
  const world = await setUpWorld()
  const { db, employee, owner } = world
  const { home } = world.world
  const projects = []
  for (const name of ['Website', 'Shop', 'App']) {
    projects.push(await addProject(db, home, name, { billing_rate: 7001 }))
  }
  const random = seeded(seed)
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const any = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item
  const on = (day: string) => ({
    owner: callerAs(db, home.owner, { now: new Date(`${day}T12:00:00Z`) }),
    employee: callerAs(db, home.employee, { now: new Date(`${day}T12:00:00Z`) }),
  })
  return { db, home, owner, employee, projects, upTo, any, random, on, client_id: home.client.clientId }
}

/** What owners enter in any order: documents in two currencies, payments, losses, expenses, time and payouts. */
export async function enterMonth(world: ProfitWorld, month: string): Promise<void> {
  const day = (of: number) => `${month}-${String(of).padStart(2, '0')}`
  for (let round = 0; round < ROUNDS; round++) await enterInvoice(world, day(1 + round))
  for (const project_id of [...world.projects, null]) {
    await world.on(day(15)).owner.finance.saveExpense({
      category: 'software',
      description: 'Licence',
      amount: 1000 + world.upTo(9999),
      tax_amount: world.any([0, 190]),
      tax_bps: 1900,
      spent_on: day(1 + world.upTo(14)),
      project_id,
    })
  }
  const { employee } = world.on(day(28))
  for (let entry = 0; entry < 6; entry++) {
    await employee.workLog.save({
      project_id: world.any(world.projects),
      time: { kind: 'duration', date: day(2), duration: `${1 + world.upTo(59)}m` },
    })
  }
  const sheet = await employee.timesheets.submit({ date: day(2) })
  const { owner } = world.on(day(28))
  await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  if (world.random() < 0.7) await owner.payouts.fromHours({ paid: true })
  const { employeeId: employee_id } = world.home.employee
  const bonus = await owner.payouts.create({ employee_id, amount: 501, description: 'Bonus' })
  await owner.payouts.payBatch({ ids: [bonus.id] })
}

async function enterInvoice(world: ProfitWorld, day: string): Promise<void> {
  const { any, client_id, random, upTo } = world
  const { owner } = world.on(day)
  const { id } = await owner.invoices.save({
    client_id,
    project_id: any([null, ...world.projects]),
    title: 'Work',
    due_date: LAST_DAY,
    ...any([{}, { currency: 'EUR', booking_rate: '1.0842' }, { currency: 'JPY', booking_rate: '0.0066' }]),
    prices_include_tax: random() < 0.3,
    discount: any([
      { type: 'none', value: 0 },
      { type: 'percent', value: 1 + upTo(2000) },
    ] as const),
    items: Array.from({ length: 1 + upTo(3) }, () => ({
      description: 'Work',
      quantity: (1 + upTo(9000)) / 1000,
      rate: 1000 + upTo(90_000),
      tax_bps: any([0, 700, 1900]),
      project_id: any([undefined, null, ...world.projects]),
    })),
  })
  if (random() < 0.1) return
  await owner.invoices.send({ id })
  const { amount, currency } = await owner.invoices.get({ id })
  const pay = (part: number) =>
    owner.payments.recordManual({
      invoice_id: id,
      amount: part,
      method: 'bank',
      request_id: crypto.randomUUID(),
    })
  const some = Math.max(1, Math.floor(amount * random()))
  await any([
    async () => {},
    () => owner.invoices.void({ id }),
    () => pay(amount),
    async () => {
      await pay(some)
      if (some < amount) await owner.invoices.writeOff({ id, reason: 'Insolvent' })
    },
    async () => {
      await owner.invoices.credit({ id, lines: [{ position: 0 }], reason: 'Cancelled' })
      const left = await owner.invoices.get({ id })
      if (left.amount_due > 1) {
        await owner.invoices.credit({ id, amount: Math.ceil(left.amount_due / 2), reason: 'Late' })
      }
    },
    async () => {
      await owner.invoices.writeOff({ id, reason: 'Insolvent' })
      if (random() < 0.5) await owner.invoices.undoWriteOff({ id })
    },
    async () => {
      await pay(amount)
      await owner.invoices.credit({ id, amount: some, reason: 'Late', keep_as_credit: true })
    },
    async () => {
      await pay(some)
      const [payment] = (await owner.payments.list({})).items
      if (payment !== undefined) await owner.payments.refund({ id: payment.id, ...refundForm() })
    },
    async () => {
      await owner.payments.recordManual(depositOf(client_id, some, currency))
      await owner.invoices.applyCredit({ id })
    },
  ])()
}

const MANY = { agencies: 1, projects: 20, tasks: 0, people: 3, invoices: 1100, timeEntries: 100 }

/** The owner of an agency with 990 issued invoices of two years, and the statements that the owner's calls execute. */
export async function ownerOfMany() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const [agency] = await seedLarge(testServices(db), MANY, TEST_NOW)
  if (agency === undefined) throw new Error('No agency was created')
  const person = { ...home.owner, userId: agency.ownerId, agencyId: agency.agencyId }
  const { db: recorded, statements } = recording(db)
  return { owner: callerAs(recorded, person), ctx: ctxFor(recorded, person), statements }
}
