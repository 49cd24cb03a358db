import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { CLOSED_UNTIL, type February, IN_MARCH, liveFebruary } from '#tests/support/money/closed-period.ts'
import { DatevBooks, readDatev } from '#tests/support/money/datev-reader.ts'
import { depositOf, refundForm } from '#tests/support/money/money.ts'

const FEBRUARY = { from: '2026-02-01', to: CLOSED_UNTIL }
const MARCH = { from: '2026-03-01', to: '2026-03-31' }

/** In the standard chart: bank, sales, tax, advances received, and losses. */
const ACCOUNTS = ['1200', '8400', '1776', '1710', '2406']

async function datevOf({ db, world }: February, period: { from: string; to: string }): Promise<Buffer> {
  const ctx = ctxFor(db, world.home.owner as SeedMember, IN_MARCH)
  const { content } = await openBooksFile(ctx, 'datev', { ...period, basis: 'issued', bom: false })
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** A month whose DATEV file was exported and which was then closed. */
async function handedOver() {
  const month = await liveFebruary()
  const { version } = await month.owner.finance.accounts()
  const numbers = { consultant_number: 29_098, client_number: 55_003 }
  await month.owner.finance.saveAccounts({ ...defaultAccounts('skr03'), ...numbers, version })
  await month.owner.finance.setLocks({ soft_until: null, hard_until: CLOSED_UNTIL, version: 0 })
  return { month, february: await datevOf(month, FEBRUARY) }
}

/** What is done in March to February's documents, and the resulting postings in March's file. */
const LATER: [string, (month: February) => Promise<unknown>, Partial<Record<string, number>>][] = [
  [
    'an invoice voided',
    ({ owner, rows }) => owner.invoices.void({ id: rows.invoice }),
    { 8400: 100_00, 1776: 19_00 },
  ],
  [
    'an invoice written off',
    ({ owner, rows }) => owner.invoices.writeOff({ id: rows.invoice, reason: 'Gone' }),
    { 2406: 100_00, 1776: 19_00 },
  ],
  [
    'a write-off undone',
    ({ owner, rows }) => owner.invoices.undoWriteOff({ id: rows.writtenOff }),
    { 2406: -100_00, 1776: -19_00 },
  ],
  [
    'a paid invoice credited, the amount becoming client credit',
    ({ owner, rows }) =>
      owner.invoices.credit({ id: rows.paid, reason: 'Late', amount: 119_00, keep_as_credit: true }),
    { 8400: 100_00, 1776: 19_00, 1710: -119_00 },
  ],
  [
    'a payment refunded',
    ({ owner, rows }) => owner.payments.refund({ id: rows.payment, ...refundForm(119_00) }),
    { 1200: -119_00 },
  ],
  [
    'the rest of a deposit applied',
    ({ owner, rows }) => owner.invoices.applyCredit({ id: rows.invoice, amount: 100_00 }),
    { 1710: 100_00 },
  ],
  [
    'applied credit removed',
    ({ owner, rows }) => owner.invoices.removeCredit({ id: rows.credited }),
    { 1710: -50_00 },
  ],
  [
    'a deposit received',
    ({ owner, clientId }) => owner.payments.recordManual(depositOf(clientId, 30_00)),
    { 1200: 30_00, 1710: -30_00 },
  ],
]

test.for(LATER)(
  '%s: the closed month’s DATEV file stays the same, and this month’s contains it',
  async ([, act, moved]) => {
    const { month, february } = await handedOver()
    expect(readDatev(await datevOf(month, MARCH))).toEqual([])
    await act(month)
    const again = await datevOf(month, FEBRUARY)
    expect(readDatev(again)).toEqual(readDatev(february))
    const automatic = { 8400: { percent: 19, tax: '1776' }, 2406: { percent: 19, tax: '1776' } }
    const books = new DatevBooks(readDatev(await datevOf(month, MARCH)), automatic)
    const expected = Object.fromEntries(ACCOUNTS.map((account) => [account, moved[account] ?? 0]))
    expect(Object.fromEntries(ACCOUNTS.map((account) => [account, books.balance(account)]))).toEqual(expected)
  },
)

test('a deposit is posted to the bank when it is received, and not again when it is applied', async () => {
  const { month, february } = await handedOver()
  const before = new DatevBooks(readDatev(february), {})
  // The deposit and the card payment, less the expense.
  expect(before.byDay('1200')).toEqual({ '2026-02-10': 150_00 + 119_00 - 119_00 })
  await month.owner.invoices.applyCredit({ id: month.rows.invoice })
  expect(new DatevBooks(readDatev(await datevOf(month, MARCH)), {}).byDay('1200')).toEqual({})
})
