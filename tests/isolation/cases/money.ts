import type { Db } from '#server/db/schema.ts'
import { addDays } from '#server/db/values.ts'
import { renewSubscriptions } from '#server/packages/commands/renew.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { card, draftFor, refundForm, sendInvoiceTo } from '#tests/support/money.ts'
import { addProject } from '#tests/support/work.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const draftOf = async (db: Db, agency: TestAgency) =>
  (await callerAs(db, agency.owner).invoices.save(draftFor(agency.client.clientId))).id
const sentOf = (db: Db, agency: TestAgency) =>
  sendInvoiceTo(callerAs(db, agency.owner), agency.client.clientId)
const linkOf = async (db: Db, agency: TestAgency) => {
  const { url } = await callerAs(db, agency.owner).invoices.createPayLink({ id: await sentOf(db, agency) })
  return new URL(url).searchParams.get('token') ?? ''
}
const paidBy = async (db: Db, agency: TestAgency) =>
  (await callerAs(db, agency.client).payments.quickPay(card())).payment_id
const announcedTo = async (db: Db, agency: TestAgency) =>
  (
    await callerAs(db, agency.owner).payments.recordManual({
      client_id: agency.client.clientId,
      amount: 100,
      method: 'bank',
      received: false,
      request_id: crypto.randomUUID(),
    })
  ).id
const payoutOf = async (db: Db, agency: TestAgency) =>
  (
    await callerAs(db, agency.owner).payouts.create({
      employee_id: agency.employee.employeeId,
      description: 'Work',
      amount: 100,
    })
  ).id
const HOURS = { title: 'Hours', due_date: '2026-04-01' } as const
/** An approved, billable hour for the agency's client; again is fine, the week stays as it is. */
async function approvedHourOf(db: Db, agency: TestAgency): Promise<void> {
  const owner = callerAs(db, agency.owner)
  const employee = callerAs(db, agency.employee)
  if ((await owner.timesheets.unbilled({ client_id: agency.client.clientId })).lines.length > 0) return
  const { id: project_id } = await addProject(db, agency)
  const week = await employee.timesheets.list({})
  if (week.items.length > 0) return
  await employee.workLog.save({
    project_id,
    time: { kind: 'duration', date: '2026-03-02', duration: '1h' },
  })
  const sheet = await employee.timesheets.submit({ date: '2026-03-02' })
  await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
}
const EXPENSE = {
  category: 'software',
  description: 'Licence',
  amount: 100,
  spent_on: '2026-03-01',
} as const
const expenseOf = async (db: Db, agency: TestAgency) =>
  (await callerAs(db, agency.owner).finance.saveExpense(EXPENSE)).id

export const invoiceCases: IsolationCases = {
  'invoices.list': {
    can: 'invoice.read',
    call: (caller) => caller.invoices.list({}),
    hidden: async (world, db) => [await sentOf(db, world.foreign)],
  },
  'invoices.get': {
    can: 'invoice.read',
    call: async (caller, world, db) => caller.invoices.get({ id: await sentOf(db, world.home) }),
    foreign: async (caller, world, db) => caller.invoices.get({ id: await sentOf(db, world.foreign) }),
  },
  'invoices.view': {
    can: 'invoice.read',
    call: async (caller, world, db) => caller.invoices.view({ id: await sentOf(db, world.home) }),
    foreign: async (caller, world, db) => caller.invoices.view({ id: await sentOf(db, world.foreign) }),
  },
  'invoices.statement': {
    can: 'invoice.read',
    call: (caller, world) =>
      caller.invoices.statement({
        client_id: world.home.client.clientId,
        from: '2026-03-01',
        to: '2026-03-31',
      }),
    foreign: (caller, world) =>
      caller.invoices.statement({
        client_id: world.foreign.client.clientId,
        from: '2026-03-01',
        to: '2026-03-31',
      }),
  },
  'invoices.byLink': {
    can: 'public',
    call: async (caller, world, db) => caller.invoices.byLink({ token: await linkOf(db, world.home) }),
  },
  'invoices.viewByLink': {
    can: 'public',
    call: async (caller, world, db) => caller.invoices.viewByLink({ token: await linkOf(db, world.home) }),
  },
  'invoices.save': {
    can: 'invoice.write',
    call: (caller, world) => caller.invoices.save(draftFor(world.home.client.clientId)),
    foreign: (caller, world) => caller.invoices.save(draftFor(world.foreign.client.clientId)),
  },
  'invoices.fromTime': {
    can: 'invoice.write',
    call: async (caller, world, db) => {
      await approvedHourOf(db, world.home)
      return caller.invoices.fromTime({ ...HOURS, client_id: world.home.client.clientId })
    },
    foreign: async (caller, world, db) => {
      await approvedHourOf(db, world.foreign)
      return caller.invoices.fromTime({ ...HOURS, client_id: world.foreign.client.clientId })
    },
  },
  'invoices.delete': {
    can: 'invoice.write',
    call: async (caller, world, db) => caller.invoices.delete({ id: await draftOf(db, world.home) }),
    foreign: async (caller, world, db) => caller.invoices.delete({ id: await draftOf(db, world.foreign) }),
  },
  'invoices.send': {
    can: 'invoice.write',
    call: async (caller, world, db) => caller.invoices.send({ id: await draftOf(db, world.home) }),
    foreign: async (caller, world, db) => caller.invoices.send({ id: await draftOf(db, world.foreign) }),
  },
  'invoices.remind': {
    can: 'invoice.write',
    call: async (caller, world, db) => caller.invoices.remind({ id: await sentOf(db, world.home) }),
    foreign: async (caller, world, db) => caller.invoices.remind({ id: await sentOf(db, world.foreign) }),
  },
  'invoices.void': {
    can: 'invoice.write',
    call: async (caller, world, db) => caller.invoices.void({ id: await sentOf(db, world.home) }),
    foreign: async (caller, world, db) => caller.invoices.void({ id: await sentOf(db, world.foreign) }),
  },
  'invoices.credit': {
    can: 'invoice.write',
    call: async (caller, world, db) =>
      caller.invoices.credit({ id: await sentOf(db, world.home), reason: 'Discount' }),
    foreign: async (caller, world, db) =>
      caller.invoices.credit({ id: await sentOf(db, world.foreign), reason: 'Discount' }),
  },
  'invoices.createPayLink': {
    can: 'invoice.write',
    call: async (caller, world, db) => caller.invoices.createPayLink({ id: await sentOf(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.invoices.createPayLink({ id: await sentOf(db, world.foreign) }),
  },
  'invoices.revokePayLinks': {
    can: 'invoice.write',
    call: async (caller, world, db) => caller.invoices.revokePayLinks({ id: await sentOf(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.invoices.revokePayLinks({ id: await sentOf(db, world.foreign) }),
  },
}

const recurringFor = (agency: TestAgency) => {
  const { due_date: _due, ...content } = draftFor(agency.client.clientId)
  return { ...content, frequency: 'monthly' as const, starts_on: '2026-03-31' }
}
const recurringOf = async (db: Db, agency: TestAgency) =>
  (await callerAs(db, agency.owner).invoices.saveRecurring(recurringFor(agency))).id

export const recurringCases: IsolationCases = {
  'invoices.recurring': {
    can: 'invoice.write',
    call: (caller) => caller.invoices.recurring(),
    hidden: async (world, db) => [await recurringOf(db, world.foreign)],
  },
  'invoices.recurringPlan': {
    can: 'invoice.write',
    call: async (caller, world, db) =>
      caller.invoices.recurringPlan({ id: await recurringOf(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.invoices.recurringPlan({ id: await recurringOf(db, world.foreign) }),
  },
  'invoices.saveRecurring': {
    can: 'invoice.write',
    call: (caller, world) => caller.invoices.saveRecurring(recurringFor(world.home)),
    foreign: (caller, world) => caller.invoices.saveRecurring(recurringFor(world.foreign)),
  },
  'invoices.pauseRecurring': {
    can: 'invoice.write',
    call: async (caller, world, db) =>
      caller.invoices.pauseRecurring({ id: await recurringOf(db, world.home), paused: true }),
    foreign: async (caller, world, db) =>
      caller.invoices.pauseRecurring({ id: await recurringOf(db, world.foreign), paused: true }),
  },
  'invoices.deleteRecurring': {
    can: 'invoice.write',
    call: async (caller, world, db) =>
      caller.invoices.deleteRecurring({ id: await recurringOf(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.invoices.deleteRecurring({ id: await recurringOf(db, world.foreign) }),
  },
}

export const paymentCases: IsolationCases = {
  'payments.provider': { can: 'public', call: (caller) => caller.payments.provider() },
  'payments.list': {
    can: 'payment.read',
    call: (caller) => caller.payments.list({}),
    hidden: async (world, db) => [await paidBy(db, world.foreign)],
  },
  'payments.payInvoice': {
    can: 'payment.pay',
    call: async (caller, world, db) =>
      caller.payments.payInvoice({ invoice_id: await sentOf(db, world.home), ...card() }),
    foreign: async (caller, world, db) =>
      caller.payments.payInvoice({ invoice_id: await sentOf(db, world.foreign), ...card() }),
  },
  'payments.payByLink': {
    can: 'public',
    call: async (caller, world, db) =>
      caller.payments.payByLink({ token: await linkOf(db, world.home), ...card() }),
  },
  'payments.quickPay': { can: 'payment.pay', call: (caller) => caller.payments.quickPay(card()) },
  'payments.confirm': {
    can: 'payment.pay',
    call: async (caller) => {
      const { payment_id } = await caller.payments.quickPay(card('mock_card_3ds'))
      return caller.payments.confirm({ id: payment_id, test_approved: true })
    },
    foreign: async (caller, world, db) => caller.payments.confirm({ id: await paidBy(db, world.foreign) }),
  },
  'payments.confirmByLink': {
    can: 'public',
    call: async (caller, world, db) => {
      const token = await linkOf(db, world.home)
      const { payment_id } = await caller.payments.payByLink({ token, ...card('mock_card_3ds') })
      return caller.payments.confirmByLink({ token, id: payment_id, test_approved: true })
    },
  },
  'payments.recordManual': {
    can: 'payment.manage',
    call: async (caller, world, db) =>
      caller.payments.recordManual({
        invoice_id: await sentOf(db, world.home),
        amount: 100,
        method: 'cash',
        request_id: crypto.randomUUID(),
      }),
    foreign: async (caller, world, db) =>
      caller.payments.recordManual({
        invoice_id: await sentOf(db, world.foreign),
        amount: 100,
        method: 'cash',
        request_id: crypto.randomUUID(),
      }),
  },
  'payments.settleManual': {
    can: 'payment.manage',
    call: async (caller, world, db) =>
      caller.payments.settleManual({ id: await announcedTo(db, world.home), received: true }),
    foreign: async (caller, world, db) =>
      caller.payments.settleManual({ id: await announcedTo(db, world.foreign), received: true }),
  },
  'payments.refund': {
    can: 'payment.manage',
    call: async (caller, world, db) =>
      caller.payments.refund({ id: await paidBy(db, world.home), ...refundForm() }),
    foreign: async (caller, world, db) =>
      caller.payments.refund({ id: await paidBy(db, world.foreign), ...refundForm() }),
  },
}

const planId = async (db: Db) =>
  (await db.selectFrom('plans').select('id').where('name', '=', 'Professional').executeTakeFirstOrThrow()).id
const NEW_PLAN = { name: 'Tiny', description: 'For one', price: 900 } as const
/** Premium, on which nobody is in this world. */
const FREE_PLAN = '6f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2003'

export const packageCases: IsolationCases = {
  'packages.plans': { can: 'subscription.read', call: (caller) => caller.packages.plans() },
  'packages.subscription': {
    can: 'subscription.read',
    call: (caller) => caller.packages.subscription(),
    hidden: (world) => [world.foreign.agencyId],
  },
  'packages.preview': {
    can: 'subscription.write',
    call: async (caller, _world, db) => caller.packages.preview({ plan_id: await planId(db) }),
  },
  'packages.subscribe': {
    can: 'subscription.write',
    call: async (caller, _world, db) => caller.packages.subscribe({ plan_id: await planId(db), ...card() }),
  },
  'packages.payOverdue': {
    can: 'subscription.write',
    call: async (caller, _world, db) => {
      await caller.packages.subscribe({ plan_id: await planId(db), ...card() })
      await db.updateTable('test_subscriptions').set({ method: 'mock_card_declined' }).execute()
      await renewSubscriptions(testServices(db), addDays(TEST_NOW, 32))
      return caller.packages.payOverdue(card())
    },
  },
  'packages.cancel': {
    can: 'subscription.write',
    call: async (caller, _world, db) => {
      await caller.packages.subscribe({ plan_id: await planId(db), ...card() })
      return caller.packages.cancel({ when: 'period_end' })
    },
  },
  'packages.list': { can: 'package.write', call: (caller) => caller.packages.list({}) },
  'packages.analytics': { can: 'package.write', call: (caller) => caller.packages.analytics() },
  'packages.save': { can: 'package.write', call: (caller) => caller.packages.save(NEW_PLAN) },
  'packages.setArchived': {
    can: 'package.write',
    call: (caller) => caller.packages.setArchived({ id: FREE_PLAN, archived: true }),
  },
  'packages.delete': {
    can: 'package.write',
    call: (caller) => caller.packages.delete({ id: FREE_PLAN }),
  },
}

export const financeCases: IsolationCases = {
  'finance.summary': {
    can: 'finance.read',
    call: (caller) => caller.finance.summary({}),
    hidden: (world) => [world.foreign.client.clientId],
  },
  'finance.transactions': {
    can: 'finance.read',
    call: (caller) => caller.finance.transactions({}),
    hidden: async (world, db) => [await expenseOf(db, world.foreign)],
  },
  'finance.expense': {
    can: 'finance.read',
    call: async (caller) => caller.finance.expense({ id: (await caller.finance.saveExpense(EXPENSE)).id }),
    foreign: async (caller, world, db) => caller.finance.expense({ id: await expenseOf(db, world.foreign) }),
  },
  'finance.saveExpense': {
    can: 'finance.write',
    call: (caller) => caller.finance.saveExpense(EXPENSE),
    foreign: async (caller, world, db) =>
      caller.finance.saveExpense({ ...EXPENSE, id: await expenseOf(db, world.foreign) }),
  },
  'finance.deleteExpense': {
    can: 'finance.write',
    call: async (caller) =>
      caller.finance.deleteExpense({ id: (await caller.finance.saveExpense(EXPENSE)).id }),
    foreign: async (caller, world, db) =>
      caller.finance.deleteExpense({ id: await expenseOf(db, world.foreign) }),
  },
}

export const payoutCases: IsolationCases = {
  'payouts.list': {
    can: 'payout.read',
    call: (caller) => caller.payouts.list({}),
    hidden: async (world, db) => [await payoutOf(db, world.foreign)],
  },
  'payouts.totals': { can: 'payout.read', call: (caller) => caller.payouts.totals() },
  'payouts.create': {
    can: 'payout.write',
    call: (caller, world) =>
      caller.payouts.create({
        employee_id: world.home.employee.employeeId,
        description: 'Work',
        amount: 100,
      }),
    foreign: (caller, world) =>
      caller.payouts.create({
        employee_id: world.foreign.employee.employeeId,
        description: 'Work',
        amount: 100,
      }),
  },
  'payouts.fromHours': { can: 'payout.write', call: (caller) => caller.payouts.fromHours({}) },
  'payouts.payBatch': {
    can: 'payout.write',
    call: async (caller, world, db) => caller.payouts.payBatch({ ids: [await payoutOf(db, world.home)] }),
    foreign: async (caller, world, db) =>
      caller.payouts.payBatch({ ids: [await payoutOf(db, world.foreign)] }),
  },
  'payouts.cancel': {
    can: 'payout.write',
    call: async (caller, world, db) => caller.payouts.cancel({ id: await payoutOf(db, world.home) }),
    foreign: async (caller, world, db) => caller.payouts.cancel({ id: await payoutOf(db, world.foreign) }),
  },
}
