import type { Mutant } from './mutant.ts'

const FEES = ['tests/server/payments/fees.test.ts', 'tests/server/payments/fees-accounts.test.ts']

const INSTALMENTS = ['tests/server/invoices/instalment-dates.test.ts']

const wrong = (file: string, find: string, replace: string, tests = FEES): Mutant => ({
  file: `server/${file}`,
  find,
  replace,
  tests,
})
const booked = (find: string, replace: string) => wrong('payments/commands/book-movements.ts', find, replace)
const noted = (find: string, replace: string) => wrong('payments/commands/track-payout.ts', find, replace)
const read = (find: string, replace: string) => wrong('payments/commands/import-balances.ts', find, replace)
const said = (find: string, replace: string) =>
  wrong('adapters/payment-provider-stripe-balance.ts', find, replace)
const compared = (find: string, replace: string) =>
  wrong('platform/queries/fee-differences.ts', find, replace)

/** What is charged, settled, and booked of fees and payouts. */
export const payments: Mutant[] = [
  booked('if (!isClaimed || !movement.booked) return', 'if (!movement.booked) return'),
  booked('if (!isClaimed || !movement.booked) return', 'if (!isClaimed) return'),
  booked('if (payment !== undefined || isOfAccount(movement)) await book', 'await book'),
  booked("fee + (kind === 'fee' ? -amount : 0)", 'fee'),
  booked("kind === 'adjustment' ? -amount : 0", "kind === 'adjustment' ? amount : 0"),
  booked("if (kind === 'platform_fee') return null", ''),
  booked('multiplyRatio(cost, charged.amount, Math.abs(amount))', 'cost'),
  booked("    .where('account', '=', account)\n    .where((eb)", '    .where((eb)'),
  booked('clientId: payment?.client_id,', ''),
  booked('occurredOn,\n    })', '})'),
  noted('RANK[payout.status] <= RANK[known.status]', 'RANK[payout.status] === RANK[known.status]'),
  noted("if (moved === undefined || payout.status !== 'failed') return", 'if (moved === undefined) return'),
  noted("if (payout.itemization === 'complete') {", 'if (payout.itemization === null) {'),
  read("    .where('itemization', '=', 'complete')\n", ''),
  read("    .where('read_at', 'is', null)\n", "    .where('read_at', 'is not', null)\n"),
  read('await noteRead(ctx, owner, { problem: readingProblem(error) })', ''),
  said("detail.type === 'application_fee'", "detail.type === 'stripe_fee'"),
  said('ours(entry.fee) - platformFee', 'ours(entry.fee)'),
  said('if (!page.has_more || last === undefined) return', 'return'),
  said("type === 'payout'", "type === 'payouts'"),
  said("completed: 'complete',", "completed: 'open',"),
  compared('if ((taken.get(key) ?? 0) === (booked.get(key) ?? 0)) return []', 'return []'),
  compared("    .where('balance_movements.id', 'is', null)\n", ''),
  wrong(
    'finance/queries/provider-payouts.ts',
    "agencyId === null ? 'is' : '=',\n    agencyId,\n  )\n  if (from",
    "agencyId === null ? 'is' : '!=',\n    agencyId,\n  )\n  if (from",
  ),
  wrong(
    'finance/queries/summary.ts',
    'provider_fees: sum(FEE_CATEGORIES),',
    'provider_fees: sum(BALANCE_CATEGORIES),',
    ['tests/server/payments/fees.test.ts'],
  ),
  wrong(
    'payments/queries/platform-fee.ts',
    "if (row?.kind !== 'connect') return 0",
    "if (row?.kind !== 'keys') return 0",
    ['tests/server/payments/connect.test.ts'],
  ),
  wrong('payments/commands/compare-charged.ts', 'amount === payment.amount', 'amount <= payment.amount', [
    'tests/server/payments/against-stripe.test.ts',
  ]),
  wrong(
    'finance/queries/ageing.ts',
    'invoice.base_due === null && index === 0 ? 1 : 0',
    'invoice.base_due === null ? 1 : 0',
    INSTALMENTS,
  ),
  wrong('finance/queries/ageing.ts', 'age: ageOn(due_date, today)', 'age: ageOn(today, today)', INSTALMENTS),
  wrong(
    'schedule/queries/range.ts',
    "row.due_on < (row.instalment_due_on ?? '')",
    "row.due_on <= (row.instalment_due_on ?? '')",
    INSTALMENTS,
  ),
  wrong('payments/commands/pay.ts', "returnTo: '/pay',", "returnTo: '/pay?token=' + input.token,", [
    'tests/server/payments/return-address.test.ts',
  ]),
  wrong('payments/commands/settle-payment.ts', 'invoice !== null && mailReceipt', 'invoice !== null', [
    'tests/server/invoices/receipt-mails.test.ts',
  ]),
]
