import { expect, test } from 'vitest'
import { acrossAgencies } from '#server/base/core/rows/reach.ts'
import { transact } from '#server/base/core/transaction.ts'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { reportRefunded } from '#server/money/payments/book/commands/book-refunds.ts'
import { reportDispute } from '#server/money/payments/book/commands/report-dispute.ts'
import { settlePayment } from '#server/money/payments/charge/commands/settle-payment.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { importFile, lineOf, statementOf } from '#tests/support/money/bank/bank-import.ts'
import {
  CLOSED_UNTIL,
  closedFigures,
  EXPENSE,
  entriesSince,
  type February,
  IN_FEBRUARY,
  IN_MARCH,
  liveFebruary,
  TODAY,
} from '#tests/support/money/closed-period.ts'
import { card, depositOf } from '#tests/support/money/money.ts'

/** What happens in February, and what someone attempts in March with the results. */
interface Act<Left = unknown> {
  before?: (month: February, owner: February['owner']) => Promise<Left>
  after: (month: February, left: Left) => Promise<unknown>
}
const act = <Left>(given: Act<Left>): Act => given as Act

const inPeriod = '2026-02-15'
const system = ({ db }: February, now: Date = IN_MARCH) => ctxFor(db, null, now)
const ITEMS = [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 1900 }]
const MORE = ITEMS.map((item) => ({ ...item, quantity: 3 }))
const draft = (month: February, extra: object = {}) => ({
  ...{ client_id: month.clientId, title: 'Website', due_date: '2026-03-03', items: ITEMS },
  ...extra,
})
const send = async (month: February, owner: February['owner'], extra: object = {}) => {
  const { id } = await owner.invoices.save(draft(month, extra))
  await owner.invoices.send({ id, apply_credit: false })
  return id
}
const agencyOf = async ({ db, agencyId }: February) => {
  const row = await db
    .selectFrom('agencies')
    .select(['name', 'timezone', 'currency', 'version'])
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return { ...row, invoice_details: null }
}
const clientOf = async ({ db, clientId }: February) =>
  db
    .selectFrom('clients')
    .select(['name', 'email', 'version'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
const quote = (quoted_on: string, per_euro: string) => ({ quoted_on, currency: 'USD', per_euro })
const importRates = (month: February, per_euro: string) =>
  callerAs(month.db, month.world.admin).platform.importExchangeRates({
    rates: [quote('2026-02-01', per_euro), quote('2026-02-10', per_euro)],
  })
const inEuros = async (month: February, owner: February['owner']) => {
  await importRates(month, '1.25')
  return owner.finance.saveExpense({ ...EXPENSE, currency: 'EUR' })
}
const dispute = (month: February, status: 'open' | 'won' | 'lost', now: Date) =>
  transact(system(month, now), (tx) =>
    reportDispute(tx, month.rows.payment, {
      ...{ id: 'dp_1', disputed: { amount: 119_00, currency: 'USD' }, reason: 'fraudulent', status },
      ...{ respondBy: null, movements: status === 'won' ? 2 : 1 },
      ...(status === 'lost' && { closedAt: IN_FEBRUARY.toISOString() }),
      withdrawn: { amount: status === 'won' ? 0 : 119_00, currency: 'USD' },
    }),
  )
const declined = async (month: February, owner: February['owner']) => {
  const invoice_id = await send(month, owner)
  const client = callerAs(month.db, month.world.home.client, { now: IN_FEBRUARY })
  const { payment_id } = await client.payments.payInvoice({ invoice_id, ...card('mock_card_declined') })
  return payment_id
}
const payout = async (month: February, owner: February['owner']) => {
  const { id } = await owner.payouts.create({
    ...{ employee_id: month.world.home.employee.employeeId, description: 'Help', amount: 50_00 },
  })
  return id
}
const matched = async ({ db, world, clientId }: February, owner: February['owner'], amount: number) => {
  const days = { from: '2026-02-01', to: '2026-02-11' }
  await importFile(
    db,
    world.home.owner,
    toCamt([statementOf([lineOf(amount, 'Mine', { day: '2026-02-09' })], days)]),
  )
  const [line] = (await owner.bank.lines({})).items
  const part =
    amount > 0
      ? { kind: 'deposit' as const, client_id: clientId, amount }
      : {
          kind: 'expense' as const,
          amount: -amount,
          category: 'office' as const,
          description: 'Chair',
          vendor: null,
        }
  await owner.bank.accept({
    id: line?.id ?? '',
    version: line?.version ?? 0,
    parts: [part],
  })
  return line?.id ?? ''
}
const advance = async (month: February, owner: February['owner']) => {
  const id = await send(month, owner, { stage: 'advance' })
  await owner.payments.recordManual({
    ...{ invoice_id: id, amount: 119_00, method: 'bank', request_id: crypto.randomUUID() },
  })
  return id
}

const REFUSED: Record<string, Act> = {
  'a backdated deposit with an advance invoice': act({
    after: ({ owner, clientId }) =>
      owner.payments.recordManual({
        ...depositOf(clientId, 10_00),
        advance: { tax_bps: 1900 },
        paid_on: inPeriod,
      }),
  }),
  'a payout of the period paid in a backdated batch': act({
    before: payout,
    after: ({ owner }, id) => owner.payouts.payBatch({ ids: [id], paid_on: inPeriod }),
  }),
  'a backdated expense in euros for a client': act({
    before: inEuros,
    after: ({ owner, clientId }) =>
      owner.finance.saveExpense({
        ...EXPENSE,
        currency: 'EUR',
        client_id: clientId,
        spent_on: inPeriod,
      }),
  }),
}

const BOOKED_TODAY: Record<string, Act> = {
  'an undone match of a deposit': act({
    before: (month, owner) => matched(month, owner, 10_00),
    after: ({ owner }, id) => owner.bank.undo({ id }),
  }),
  'an undone match of an expense': act({
    before: (month, owner) => matched(month, owner, -10_00),
    after: ({ owner }, id) => owner.bank.undo({ id }),
  }),
  'a dispute of the period won': act({
    before: (month) => dispute(month, 'open', IN_FEBRUARY),
    after: (month) => dispute(month, 'won', IN_MARCH),
  }),
  'a dispute lost in the period, reported late': act({
    before: (month) => dispute(month, 'open', IN_FEBRUARY),
    after: (month) => dispute(month, 'lost', IN_MARCH),
  }),
  'a dispute reported late': act({ after: (month) => dispute(month, 'open', IN_MARCH) }),
  'a refund made at the provider in the period, reported late': act({
    after: (month) =>
      transact(acrossAgencies(system(month)), (tx) => reportRefunded(tx, month.rows.payment, 119_00)),
  }),
  'a declined payment of the period that succeeded after all': act({
    before: declined,
    after: (month, id) =>
      transact(acrossAgencies(system(month)), (tx) =>
        settlePayment(tx, id, {
          ...{
            id: `pi_${id}`,
            status: 'succeeded',
            clientSecret: null,
            failure: null,
            card: null,
            refunded: 0,
          },
        }),
      ),
  }),
  'a corrected cost of an expense in euros': act({
    before: inEuros,
    after: ({ owner }, { id }) =>
      owner.finance.saveExpense({ ...EXPENSE, id, currency: 'EUR', base_amount: 50_00 }),
  }),
  'an expense in euros deleted after the rates changed': act({
    before: inEuros,
    after: async (month, { id }) => {
      await importRates(month, '1.5')
      return month.owner.finance.deleteExpense({ id })
    },
  }),
  'a payout entered in the period paid': act({
    before: payout,
    after: ({ owner }, id) => owner.payouts.payBatch({ ids: [id] }),
  }),
  'a paid installment of an invoice of the period': act({
    before: (month, owner) => send(month, owner, { instalments: ['2026-02-20', '2026-03-20'] }),
    after: ({ owner }, invoice_id) =>
      owner.payments.recordManual({
        invoice_id,
        amount: 59_50,
        method: 'cash',
        request_id: crypto.randomUUID(),
      }),
  }),
}

/** Nothing is booked, and the period's figures are unchanged. */
const WITHOUT_BOOKING: Record<string, Act> = {
  'another time zone': act({
    after: async (month) =>
      month.owner.settings.saveAgency({ ...(await agencyOf(month)), timezone: 'Pacific/Kiritimati' }),
  }),
  'a client who moves to another country': act({
    after: async (month) =>
      month.owner.clients.save({
        ...{ id: month.clientId, country: 'FR', tax_id: 'FR40303265045', company: 'Elsewhere SARL' },
        ...(await clientOf(month)),
      }),
  }),
  'a client archived': act({
    after: ({ owner, clientId }) => owner.clients.setArchived({ id: clientId, archived: true }),
  }),
  'an agency that moves to another country': act({
    before: (_month, owner) =>
      owner.letterhead.saveCompany({ country: 'DE', tax_id: 'DE123456788', version: 0 }),
    after: ({ owner }) =>
      owner.letterhead.saveCompany({ country: 'FR', tax_id: 'FR40303265045', version: 1 }),
  }),
  'a tax rate that gets another percentage': act({
    before: async (month, owner) => {
      const rate = await owner.letterhead.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
      await send(month, owner, {
        items: [{ description: 'A', quantity: 1, rate: 50_00, tax_rate_id: rate.id }],
      })
      return rate
    },
    after: ({ owner }, { id, version }) =>
      owner.letterhead.saveTaxRate({ id, version, name: 'TVA', bps: 0, category: 'zero' }),
  }),
  'a contributor deactivated': act({
    after: ({ owner, world }) =>
      owner.employees.setDeactivated({ id: world.home.employee.employeeId, deactivated: true }),
  }),
  'exchange rates of the period imported again': act({
    before: inEuros,
    after: (month) => importRates(month, '2.5'),
  }),
  'the bank’s statement of the period deleted': act({
    before: ({ db, world }) =>
      importFile(db, world.home.owner, toCamt([statementOf([lineOf(10_00, 'A', { day: inPeriod })])])),
    after: async ({ owner }) => {
      const [account] = await owner.bank.accounts()
      const [statement] = (await owner.bank.statements({ account_id: account?.id ?? '' })).items
      return owner.bank.deleteStatement({ id: statement?.id ?? '' })
    },
  }),
  'another format of numbers and another fiscal year': act({
    after: async ({ owner }) => {
      const { version } = await owner.finance.accounts()
      const accounts = { ...defaultAccounts('skr03'), fiscal_year_month: 4, version }
      return owner.finance.saveAccounts(accounts)
    },
  }),
}

async function closed({ before }: Act) {
  const month = await liveFebruary()
  const left = await before?.(month, month.at(IN_FEBRUARY))
  await month.owner.finance.setLocks({ soft_until: null, hard_until: CLOSED_UNTIL, version: 0 })
  const figures = async () => [
    await closedFigures(month.db, month.owner, month.agencyId),
    JSON.stringify(await month.owner.finance.profit({ from: '2026-02-01', to: CLOSED_UNTIL })),
  ]
  const known = new Set(
    (await month.db.selectFrom('ledger_entries').select('id').execute()).map(({ id }) => id),
  )
  return { month, left, figures, known, before: await figures() }
}

test.for(Object.entries(REFUSED))('%s is refused with an explanation', async ([, tried]) => {
  const { month, left, figures, before } = await closed(tried)
  await expect(tried.after(month, left)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^The books are closed up to Feb 28, 2026\. .+\.$/),
  })
  expect(await figures()).toEqual(before)
})

test.for(Object.entries(BOOKED_TODAY))('%s: booked today', async ([, tried]) => {
  const { month, left, figures, known, before } = await closed(tried)
  await tried.after(month, left)
  const added = await entriesSince(month.db, known)
  expect(added.length).toBeGreaterThan(0)
  expect(new Set(added.map(({ occurred_on }) => occurred_on))).toEqual(new Set([TODAY]))
  expect(await figures()).toEqual(before)
})

test.for(Object.entries(WITHOUT_BOOKING))('%s changes no figure', async ([, tried]) => {
  const { month, left, figures, known, before } = await closed(tried)
  await tried.after(month, left)
  expect(await entriesSince(month.db, known)).toEqual([])
  expect(await figures()).toEqual(before)
})

test("the currency of books with entries can't change", async () => {
  const { month, figures, before } = await closed({ after: async () => undefined })
  await expect(
    month.owner.settings.saveAgency({ ...(await agencyOf(month)), currency: 'EUR' }),
  ).rejects.toMatchObject({ message: expect.stringMatching(/currency/i) })
  expect(await figures()).toEqual(before)
})

/** Documents created automatically get today's date, whatever their plan or due date says. */
test.for([
  [
    'of a plan paused in the period and resumed after it',
    act({
      before: async (month, owner) => {
        const { due_date: _, ...content } = draft(month)
        const plan = await owner.invoices.saveRecurring({
          ...content,
          frequency: 'weekly',
          starts_on: '2026-02-12',
        })
        await owner.invoices.pauseRecurring({ id: plan.id, paused: true })
        return plan.id
      },
      after: async (month, id) => {
        await month.owner.invoices.pauseRecurring({ id, paused: false, missed: 'write' })
        expect(await writeRecurringInvoices(system(month))).toBeGreaterThan(0)
      },
    }),
  ],
  [
    'for an invoice that was late in the period',
    act({
      before: async (month, owner) => {
        const { currency: _, ...rules } = await owner.invoices.collectionRules()
        await owner.invoices.saveCollectionRules({
          ...{ ...rules, late_fees: 'send', fee_bps: 150, grace_days: 0, max_fees: 3 },
        })
        return send(month, owner, { due_date: '2026-02-12' })
      },
      after: (month) => chargeLateFees(system(month)),
    }),
  ],
  [
    'whose draft and supply are of the period',
    act({
      before: (month, owner) =>
        owner.invoices.save(
          draft(month, { supply_from: '2026-02-01', supply_to: inPeriod, due_date: '2026-03-20' }),
        ),
      after: ({ owner }, { id }) => owner.invoices.send({ id, apply_credit: false }),
    }),
  ],
  [
    'that deducts an advance of the period',
    act({
      before: advance,
      after: (month, id) =>
        send(month, month.owner, { due_date: '2026-03-20', stage: 'final', advance_ids: [id], items: MORE }),
    }),
  ],
] as const)('a document %s is dated today', async ([, tried]) => {
  const { month, left, figures, before } = await closed(tried)
  const numbered = async () =>
    month.db.selectFrom('invoices').select(['id', 'issued_on']).where('number', 'is not', null).execute()
  const known = new Set((await numbered()).map(({ id }) => id))
  await tried.after(month, left)
  const added = (await numbered()).filter(({ id }) => !known.has(id))
  expect(added.length).toBeGreaterThan(0)
  expect(new Set(added.map(({ issued_on }) => issued_on))).toEqual(new Set([TODAY]))
  expect(await figures()).toEqual(before)
})

test('a receipt stays with what a closed period booked, even after its expense has left the period', async () => {
  const { month, figures, before } = await closed({ after: async () => undefined })
  const { owner, rows } = month
  const { id } = rows.expense
  const moved = { ...EXPENSE, id, spent_on: TODAY }
  await owner.finance.saveExpense({ ...moved, receipt_id: rows.expense.receipt?.id })
  await expect(owner.finance.saveExpense({ ...moved, receipt_id: null })).rejects.toMatchObject({
    message: expect.stringMatching(/^The books are closed up to Feb 28, 2026\. The receipt stays/),
  })
  expect(await owner.finance.deleteExpense({ id })).toEqual({ id, reversed_on: TODAY })
  expect(await owner.finance.expense({ id })).toMatchObject({ receipt: { name: 'receipt.pdf' } })
  expect(await figures()).toEqual(before)
  const march = await owner.finance.summary({ from: TODAY })
  expect(march.current).toMatchObject({ expenses: -100_00, input_tax: -19_00 })
})
