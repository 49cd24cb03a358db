import { randomUUID } from 'node:crypto'
import { addDays } from '#server/base/db/values.ts'
import { renewSubscriptions } from '#server/money/plans/commands/renew.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { card, depositOf, draftFor, refundForm } from '#tests/support/money/money.ts'
import { spoilCards } from '#tests/support/money/provider.ts'
import type { Calls, Subject } from '../notation/case.ts'
import { PASSWORD } from '../world/people.ts'

const EXPENSE = { category: 'software', description: 'Licence', amount: 100, spent_on: '2026-03-01' } as const
const rebillable = (at: Subject) =>
  at.owner.finance.saveExpense({ ...EXPENSE, client_id: companyOf(at), rebillable: true })

const period = { from: '2026-03-01', to: '2026-03-31' }
const companyOf = ({ world }: Subject) => world.home.client.clientId

const giveCredit = ({ db, world }: Subject) =>
  callerAs(db, world.home.owner).payments.recordManual(depositOf(world.home.client.clientId, 100))

export const invoices: Calls = {
  'invoices.list': (caller) => caller.invoices.list({}),
  'invoices.get': (caller, { rows }) => caller.invoices.get({ id: rows.invoice }),
  'invoices.view': (caller, { rows }) => caller.invoices.view({ id: rows.invoice }),
  'invoices.statement': (caller, at) => caller.invoices.statement({ ...period, client_id: companyOf(at) }),
  'invoices.summary': (caller) => caller.invoices.summary(),
  'invoices.letterhead': (caller, at) => caller.invoices.letterhead({ client_id: companyOf(at) }),
  'invoices.byLink': (caller, { rows }) => caller.invoices.byLink({ token: rows.link }),
  'invoices.viewByLink': (caller, { rows }) => caller.invoices.viewByLink({ token: rows.link }),
  'invoices.advances': (caller, at) =>
    caller.invoices.advances({ client_id: companyOf(at), currency: 'USD' }),
  'invoices.save': (caller, at) => caller.invoices.save(draftFor(companyOf(at))),
  'invoices.fromTime': (caller, at) =>
    caller.invoices.fromTime({ title: 'Hours', due_date: '2026-04-01', client_id: companyOf(at) }),
  'invoices.addExpenses': async (caller, at) => {
    const { id } = await rebillable(at)
    return caller.invoices.addExpenses({ id: at.rows.draft, expense_ids: [id] })
  },
  'invoices.delete': (caller, { rows }) => caller.invoices.delete({ id: rows.draft }),
  'invoices.send': (caller, { rows }) => caller.invoices.send({ id: rows.draft, due_date: '2027-12-31' }),
  'invoices.mailDraft': (caller, { rows }) => caller.invoices.mailDraft({ id: rows.invoice }),
  'invoices.sendingNotes': (caller, { rows }) => caller.invoices.sendingNotes({ id: rows.invoice }),
  'invoices.mail': (caller, { rows }) =>
    caller.invoices.mail({
      id: rows.invoice,
      mail: { to: ['books@example.test'], subject: 'Again', body: 'As asked.' },
    }),
  'invoices.enterRate': (caller) => caller.invoices.enterRate({ currency: 'EUR', rate: '1.08' }),
  'invoices.undoReminder': async (caller, { rows }) => {
    // Users who can't remind call undo as well.
    await caller.invoices.remind({ id: rows.invoice }).catch(() => {})
    return caller.invoices.undoReminder({ id: rows.invoice })
  },
  'invoices.remind': (caller, { rows }) => caller.invoices.remind({ id: rows.invoice }),
  'invoices.void': (caller, { rows }) => caller.invoices.void({ id: rows.invoice }),
  'invoices.credit': (caller, { rows }) => caller.invoices.credit({ id: rows.invoice, reason: 'Discount' }),
  'invoices.creditable': (caller, { rows }) => caller.invoices.creditable({ id: rows.invoice }),
  'invoices.clientCredit': (caller, at) => caller.invoices.clientCredit({ client_id: companyOf(at) }),
  'invoices.applyCredit': async (caller, at) => {
    await giveCredit(at)
    return caller.invoices.applyCredit({ id: at.rows.invoice })
  },
  'invoices.removeCredit': async (caller, at) => {
    await giveCredit(at)
    const owner = callerAs(at.db, at.world.home.owner)
    await owner.invoices.applyCredit({ id: at.rows.invoice })
    return caller.invoices.removeCredit({ id: at.rows.invoice })
  },
  'invoices.adjustCredit': (caller, at) =>
    caller.invoices.adjustCredit({ client_id: companyOf(at), currency: 'USD', amount: 100, reason: 'Sorry' }),
  'invoices.writeOff': (caller, { rows }) => caller.invoices.writeOff({ id: rows.invoice, reason: 'Gone' }),
  'invoices.undoWriteOff': async (caller, { db, world, rows }) => {
    await callerAs(db, world.home.owner).invoices.writeOff({ id: rows.invoice, reason: 'Gone' })
    return caller.invoices.undoWriteOff({ id: rows.invoice })
  },
  'invoices.createPayLink': (caller, { rows }) => caller.invoices.createPayLink({ id: rows.invoice }),
  'invoices.revokePayLinks': (caller, { rows }) => caller.invoices.revokePayLinks({ id: rows.invoice }),
  'invoices.recurring': (caller) => caller.invoices.recurring({}),
  'invoices.eInvoice': (caller, { rows }) => caller.invoices.eInvoice({ id: rows.invoice }),
  'invoices.recurringPlan': (caller, { rows }) => caller.invoices.recurringPlan({ id: rows.recurring }),
  'invoices.saveRecurring': (caller, at) => {
    const { due_date: _due, ...content } = draftFor(companyOf(at))
    return caller.invoices.saveRecurring({ ...content, frequency: 'monthly', starts_on: '2026-03-31' })
  },
  'invoices.pauseRecurring': (caller, { rows }) =>
    caller.invoices.pauseRecurring({ id: rows.recurring, paused: true }),
  'invoices.deleteRecurring': (caller, { rows }) => caller.invoices.deleteRecurring({ id: rows.recurring }),
}

const address = {
  address: '1 Pier Road',
  city: 'Hamburg',
  country: 'DE',
  tax_id: 'DE136695976',
  version: 0,
}

/** Everyone has a number, so that there is something to check. */
async function numberAll({ db }: Subject) {
  const tax_id = 'DE136695976'
  await db.updateTable('clients').set({ tax_id }).execute()
  const agencies = await db.selectFrom('agencies').select('id').execute()
  const row = { tax_id, version: 1, updated_at: TEST_NOW.toISOString() }
  await db
    .insertInto('billing_profiles')
    .values(agencies.map(({ id }) => ({ agency_id: id as AgencyId, ...row })))
    .onConflict((clash) => clash.column('agency_id').doUpdateSet({ tax_id }))
    .execute()
}

export const billing: Calls = {
  'letterhead.profile': (caller) => caller.letterhead.profile(),
  'letterhead.saveCompany': (caller) => caller.letterhead.saveCompany(address),
  'letterhead.saveBank': (caller) =>
    caller.letterhead.saveBank({
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      version: 0,
      password: PASSWORD,
    }),
  'letterhead.saveDefaults': (caller, { rows }) =>
    caller.letterhead.saveDefaults({
      default_tax_rate_id: rows.taxRate,
      prices_include_tax: false,
      payment_terms: 30,
      version: 0,
    }),
  'letterhead.checkTaxId': async (caller, at) => {
    await numberAll(at)
    return caller.letterhead.checkTaxId()
  },
  'clients.checkTaxId': async (caller, at) => {
    await numberAll(at)
    return caller.clients.checkTaxId({ id: companyOf(at) })
  },
  'letterhead.taxRates': (caller) => caller.letterhead.taxRates(),
  'letterhead.saveTaxRate': (caller, { rows }) =>
    caller.letterhead.saveTaxRate({ id: rows.taxRate, name: 'VAT', bps: 700, category: 'reduced' }),
  'letterhead.taxRateUses': (caller, { rows }) => caller.letterhead.taxRateUses({ id: rows.taxRate }),
  'letterhead.addTaxRates': (caller) =>
    caller.letterhead.addTaxRates({ rates: [{ name: 'GST', bps: 1000, category: 'standard' }] }),
  'letterhead.numbering': (caller) => caller.letterhead.numbering(),
  'letterhead.saveNumbering': (caller) =>
    caller.letterhead.saveNumbering({
      kind: 'invoice',
      prefix: 'R{YYYY}-',
      digits: 4,
      yearly: true,
      next_number: 1,
      version: 0,
    }),
  'letterhead.products': (caller) => caller.letterhead.products({}),
  'letterhead.saveProduct': (caller, { rows }) =>
    caller.letterhead.saveProduct({ id: rows.product, name: 'Workshop', rate: 100_00 }),
  'letterhead.setProductArchived': (caller, { rows }) =>
    caller.letterhead.setProductArchived({ id: rows.product, archived: true }),
  'letterhead.mailTexts': (caller) => caller.letterhead.mailTexts(),
  'letterhead.saveMailText': (caller) =>
    caller.letterhead.saveMailText({ occasion: 'due', subject: 'Due today', body: '{amount}', version: 0 }),
  'letterhead.resetMailText': (caller) => caller.letterhead.resetMailText({ occasion: 'due' }),
  'letterhead.setTaxRateArchived': (caller, { rows }) =>
    caller.letterhead.setTaxRateArchived({ id: rows.taxRate, archived: true }),
}

const manual = () => ({ amount: 100, method: 'cash', request_id: randomUUID() }) as const

export const payments: Calls = {
  'payments.provider': (caller) => caller.payments.provider(),
  'payments.account': (caller) => caller.payments.account(),
  'payments.connectKeys': (caller) =>
    caller.payments.connectKeys({
      publishable_key: 'pk_live_isolation',
      secret_key: 'sk_test_isolation',
      password: PASSWORD,
    }),
  'payments.startOnboarding': (caller) => caller.payments.startOnboarding({ password: PASSWORD }),
  'payments.refreshAccount': (caller) => caller.payments.refreshAccount(),
  'payments.removeAccount': (caller) => caller.payments.removeAccount({ password: PASSWORD }),
  'payments.receipt': (caller, { rows }) => caller.payments.receipt({ id: rows.payment }),
  'payments.list': (caller) => caller.payments.list({}),
  'payments.payInvoice': (caller, { rows }) =>
    caller.payments.payInvoice({ invoice_id: rows.invoice, ...card() }),
  'payments.payByLink': (caller, { rows }) => caller.payments.payByLink({ token: rows.link, ...card() }),
  'payments.quickPay': (caller) => caller.payments.quickPay(card()),
  'payments.confirm': (caller, { own }) => caller.payments.confirm({ id: own.pending }),
  'payments.confirmByLink': async (caller, { rows }) => {
    const { payment_id } = await caller.payments.payByLink({ token: rows.link, ...card('mock_card_3ds') })
    return caller.payments.confirmByLink({ token: rows.link, id: payment_id })
  },
  'payments.cards': (caller) => caller.payments.cards(),
  'payments.addCard': (caller) => caller.payments.addCard(card()),
  'payments.confirmCard': (caller, { own }) => caller.payments.confirmCard({ id: own.cardSetup }),
  'payments.setDefaultCard': (caller, { own }) => caller.payments.setDefaultCard({ id: own.card }),
  'payments.removeCard': (caller, { own }) => caller.payments.removeCard({ id: own.card }),
  'payments.recordManual': (caller, { rows }) =>
    caller.payments.recordManual({ ...manual(), invoice_id: rows.invoice }),
  'payments.settleManual': (caller, { rows }) =>
    caller.payments.settleManual({ id: rows.announced, received: true }),
  'payments.refund': (caller, { rows }) => caller.payments.refund({ id: rows.payment, ...refundForm() }),
  'payments.reverse': async (caller, { db, world, rows }) => {
    const recorded = { ...manual(), invoice_id: rows.invoice }
    const { id } = await callerAs(db, world.home.owner).payments.recordManual(recorded)
    return caller.payments.reverse({ id })
  },
}

const planId = async ({ db }: Subject) =>
  (await db.selectFrom('plans').select('id').where('name', '=', 'Professional').executeTakeFirstOrThrow()).id
/** Premium, which no one in this world has. */
const FREE_PLAN = '6f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2003'

export const packages: Calls = {
  'packages.plans': (caller) => caller.packages.plans(),
  'packages.subscription': (caller) => caller.packages.subscription(),
  'packages.preview': async (caller, at) => caller.packages.preview({ plan_id: await planId(at) }),
  'packages.subscribe': async (caller, at) =>
    caller.packages.subscribe({ plan_id: await planId(at), ...card() }),
  'packages.payOverdue': async (caller, at) => {
    await caller.packages.subscribe({ plan_id: await planId(at), ...card() })
    await spoilCards(at.db, 'mock_card_declined')
    await renewSubscriptions(ctxFor(at.db, null, addDays(TEST_NOW, 32)))
    return caller.packages.payOverdue(card())
  },
  'packages.cancel': async (caller, at) => {
    await caller.packages.subscribe({ plan_id: await planId(at), ...card() })
    return caller.packages.cancel({ when: 'period_end' })
  },
  'packages.list': (caller) => caller.packages.list({}),
  'packages.analytics': (caller) => caller.packages.analytics(),
  'packages.save': (caller) => caller.packages.save({ name: 'Tiny', description: 'For one', price: 900 }),
  'packages.setArchived': (caller) => caller.packages.setArchived({ id: FREE_PLAN, archived: true }),
  'packages.delete': (caller) => caller.packages.delete({ id: FREE_PLAN }),
}

export const finance: Calls = {
  'finance.summary': (caller) => caller.finance.summary({}),
  'finance.profit': (caller, at) => caller.finance.profit({ client_id: companyOf(at) }),
  'finance.profits': (caller) => caller.finance.profits({}),
  'finance.profitRows': (caller, { rows }) =>
    caller.finance.profitRows({ part: 'expenses', project_id: rows.project.id }),
  'finance.transactions': (caller) => caller.finance.transactions({}),
  'finance.accounts': (caller) => caller.finance.accounts(),
  'finance.aging': (caller) => caller.finance.aging(),
  'finance.saveAccounts': (caller) =>
    caller.finance.saveAccounts({ ...defaultAccounts('skr03'), version: 0 }),
  'finance.taxDocuments': (caller) =>
    caller.finance.taxDocuments({ tax_bps: 0, tax_name: null, tax_category: null }),
  'finance.taxReport': (caller) => caller.finance.taxReport({}),
  'finance.missingRates': (caller) => caller.finance.missingRates(),
  'finance.exchangeRates': (caller) => caller.finance.exchangeRates(),
  'finance.unbilledExpenses': async (caller, at) => {
    await rebillable(at)
    return caller.finance.unbilledExpenses({ client_id: companyOf(at) })
  },
  // The platform administrator has a separate ledger.
  'finance.expense': async (caller, { counterpart }) =>
    caller.finance.expense({ id: (await counterpart.finance.saveExpense(EXPENSE)).id }),
  'finance.saveExpense': async (caller, { counterpart }) => {
    const { id, version } = await counterpart.finance.saveExpense(EXPENSE)
    return caller.finance.saveExpense({ ...EXPENSE, id, version })
  },
  'finance.deleteExpense': async (caller, { counterpart }) =>
    caller.finance.deleteExpense({ id: (await counterpart.finance.saveExpense(EXPENSE)).id }),
}

export const payouts: Calls = {
  'payouts.list': (caller) => caller.payouts.list({}),
  'payouts.totals': (caller) => caller.payouts.totals(),
  'payouts.create': (caller, { world }) =>
    caller.payouts.create({
      employee_id: world.home.employee.employeeId,
      description: 'Work',
      amount: 100,
    }),
  'payouts.preview': (caller) => caller.payouts.preview(),
  'payouts.fromHours': (caller) => caller.payouts.fromHours({}),
  'payouts.payBatch': (caller, { rows }) => caller.payouts.payBatch({ ids: [rows.payout] }),
  'payouts.cancel': (caller, { rows }) => caller.payouts.cancel({ id: rows.payout }),
  'payouts.reopen': async (caller, { db, world, rows }) => {
    await callerAs(db, world.home.owner).payouts.payBatch({ ids: [rows.payout] })
    return caller.payouts.reopen({ id: rows.payout })
  },
}
