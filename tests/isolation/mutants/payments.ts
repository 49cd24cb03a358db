import type { Mutant } from './mutant.ts'

const FEES = [
  'tests/server/money/payments/books/fees.test.ts',
  'tests/server/money/payments/books/fees-accounts.test.ts',
]

const INSTALLMENTS = ['tests/server/money/invoices/installment-dates.test.ts']

const wrong = (file: string, find: string, replace: string, tests = FEES): Mutant => ({
  file: `server/${file}`,
  find,
  replace,
  tests,
})
const booked = (find: string, replace: string) =>
  wrong('money/payments/book/commands/book-movements.ts', find, replace)
const noted = (find: string, replace: string) =>
  wrong('money/payments/book/commands/track-payout.ts', find, replace)
const read = (find: string, replace: string) =>
  wrong('money/payments/book/commands/import-balances.ts', find, replace)
const said = (find: string, replace: string) =>
  wrong('base/adapters/payments/payment-provider-stripe-balance.ts', find, replace)
const compared = (find: string, replace: string) =>
  wrong('overview/platform/checks/queries/fee-differences.ts', find, replace)

/** Charges, settlements, and the booking of fees and payouts. */
export const payments: Mutant[] = [
  booked('if (!isFirst || !movement.booked) return', 'if (!movement.booked) return'),
  booked('if (!isFirst || !movement.booked) return', 'if (!isFirst) return'),
  booked('if (payment !== undefined || isOfAccount(movement)) await book', 'await book'),
  booked("fee + (kind === 'fee' ? -amount : 0)", 'fee'),
  booked("kind === 'adjustment' ? -amount : 0", "kind === 'adjustment' ? amount : 0"),
  booked("if (kind === 'platform_fee') return null", ''),
  booked('multiplyRatio(cost, charged.amount, Math.abs(amount))', 'cost'),
  booked("    .where('account', '=', account)\n    .where((eb)", '    .where((eb)'),
  booked('clientId: payment?.client_id,', ''),
  booked('occurredOn,\n    })', '})'),
  noted('RANK[payout.status] <= RANK[existing.status]', 'RANK[payout.status] === RANK[existing.status]'),
  noted("if (moved === undefined || payout.status !== 'failed') return", 'if (moved === undefined) return'),
  noted("if (payout.itemization === 'complete') {", 'if (payout.itemization === null) {'),
  read("    .where('itemization', '=', 'complete')\n", ''),
  read("    .where('read_at', 'is', null)\n", "    .where('read_at', 'is not', null)\n"),
  read('await noteRead(ctx, owner, { problem: readingProblem(error) })', ''),
  said("detail.type === 'application_fee'", "detail.type === 'stripe_fee'"),
  said('inOurUnits(entry.fee) - platformFee', 'inOurUnits(entry.fee)'),
  said('if (!page.has_more || last === undefined) return', 'return'),
  said("type === 'payout'", "type === 'payouts'"),
  said("completed: 'complete',", "completed: 'open',"),
  compared('if ((charged.get(key) ?? 0) === (booked.get(key) ?? 0)) return []', 'return []'),
  compared("    .where('balance_movements.id', 'is', null)\n", ''),
  wrong(
    'money/ledger/queries/provider-payouts.ts',
    "agencyId === null ? 'is' : '=',\n    agencyId,\n  )\n  if (from",
    "agencyId === null ? 'is' : '!=',\n    agencyId,\n  )\n  if (from",
  ),
  wrong(
    'money/ledger/profit/queries/summary.ts',
    'provider_fees: costsOf(FEE_CATEGORIES),',
    'provider_fees: kept(BALANCE_CATEGORIES),',
    ['tests/server/money/payments/books/fees.test.ts'],
  ),
  wrong(
    'money/payments/accounts/queries/platform-fee.ts',
    "if (row?.kind !== 'connect') return 0",
    "if (row?.kind !== 'keys') return 0",
    ['tests/server/money/payments/accounts/connect.test.ts'],
  ),
  wrong(
    'money/payments/charge/commands/verify-amount.ts',
    'amount === payment.amount',
    'amount <= payment.amount',
    ['tests/server/money/payments/wire/against-stripe.test.ts'],
  ),
  wrong(
    'money/ledger/queries/aging.ts',
    'invoice.base_due === null && index === 0 ? 1 : 0',
    'invoice.base_due === null ? 1 : 0',
    INSTALLMENTS,
  ),
  wrong(
    'money/ledger/queries/aging.ts',
    'age: ageOn(due_date, today)',
    'age: ageOn(today, today)',
    INSTALLMENTS,
  ),
  wrong(
    'work/schedule/queries/range.ts',
    'row.due_on < row.next_due_on',
    'row.due_on <= row.next_due_on',
    INSTALLMENTS,
  ),
  wrong(
    'money/payments/charge/commands/pay.ts',
    "returnTo: '/pay',",
    "returnTo: '/pay?token=' + input.token,",
    ['tests/server/money/payments/return-address.test.ts'],
  ),
  wrong(
    'money/payments/charge/commands/settle-payment.ts',
    'invoice !== null && mailReceipt',
    'invoice !== null',
    ['tests/server/money/invoices/sending/receipt-mails.test.ts'],
  ),
]
