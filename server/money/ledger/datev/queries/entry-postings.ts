import { reverseChargeAccount, taxPaymentsAccount } from '#shared/money/ledger/book-accounts.ts'
import { COST_CATEGORIES, type CostCategory } from '#shared/money/ledger/finance.ts'
import type { BookAccounts } from '#shared/money/ledger/schemas/books.ts'
import { addUp, type SplitPart, UNTAXED } from '#shared/money/ledger/taxes/tax-split.ts'
import { type PostedEntry, type Side, sidesOf } from '../../exports/queries/posted-entries.ts'
import { isGermanRate } from '../../returns/rules/german-advance-return.ts'
import { isOwedAdvance } from './advances.ts'
import type { Posting } from './datev-layout.ts'
import { type Head, lossPostings } from './taxed-postings.ts'

/** The postings of one entry, in the base currency. */
export function entryPostings(
  entry: PostedEntry,
  accounts: BookAccounts,
  { debtor, currency, advancesFrom }: { debtor: string; currency: string; advancesFrom: string },
): Posting[] {
  const sides = sidesOf(entry)
  if (sides === null) return []
  const head = {
    currency,
    date: entry.occurred_on,
    document: entry.number ?? entry.receipt_number ?? '',
    text: entry.description,
  }
  if (entry.direction === 'write_off') {
    const ofAdvance = isOwedAdvance(entry.stage, entry.issued_on, advancesFrom)
    return lossPostings({ ...head, account: debtor }, partsOf(entry), accounts, ofAdvance)
  }
  if (sides.debit === 'expenses') return expensePostings(entry, accounts, head)
  // Entered as expenses, they can be left to the adviser, too.
  if (sides.credit === 'tax' && !accounts.datev_expenses) return []
  const amount = entry.base_amount ?? 0
  // A reversal is posted to the account of what it reverses.
  const gain = entry.reverses_id === null ? amount : -amount
  const accountOf = (side: Side) => (side === 'customer' ? debtor : accountFor(side, accounts, gain))
  const posting = { ...head, account: accountOf(sides.debit), contra: accountOf(sides.credit), amount }
  return amount === 0 ? [] : [posting]
}

type Posted = Exclude<Side, 'customer' | 'bad_debts' | 'expenses'>

function accountFor(side: Side, accounts: BookAccounts, gain: number): string {
  const byAccount: Record<Posted, string> = {
    bank: accounts.bank_account,
    advances: accounts.advances_account,
    // Payments without a document, and deposits that earlier versions booked as income.
    sales: untaxedRevenue(accounts),
    granted_credit: accounts.granted_credit_account,
    exchange_differences: differenceAccount(accounts, gain),
    disputes: accounts.dispute_account,
    fees: accounts.fee_account,
    tax: taxPaymentsAccount(accounts),
  }
  return byAccount[side as Posted]
}

const untaxedRevenue = ({ rates }: BookAccounts): string =>
  rates.find(({ kind, tax_bps }) => kind === 'unstated' && tax_bps === null)?.revenue_account ?? ''

/** Gains and losses have accounts of their own. */
export const differenceAccount = (accounts: BookAccounts, gain: number): string =>
  gain > 0 ? accounts.exchange_gain_account : accounts.exchange_loss_account

/**
 * Joins the net and the tax of each loss or recovery, which are entries of their own, so that an account that computes
 * the tax gets the gross amount.
 */
export const joinLosses = (entries: readonly PostedEntry[]): PostedEntry[] =>
  [...Map.groupBy(entries, lossOf).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    return [same.length === 1 ? first : { ...first, parts: addUp(same.flatMap(partsOf)) }]
  })

const lossOf = ({ id, direction, invoice_id, occurred_at, recorded_at, description }: PostedEntry): string =>
  direction === 'write_off' ? [invoice_id, occurred_at, recorded_at, description].join(' ') : id

/** Earlier versions booked losses without their rates. */
function partsOf({ parts, category, base_amount, base_tax }: PostedEntry): SplitPart[] {
  if (parts.length > 0) return parts
  const amount = base_amount ?? 0
  const part = { ...UNTAXED, net: 0, tax: 0, base_net: amount, base_tax: base_tax }
  return [category === 'tax_relief' ? { ...part, base_net: 0, base_tax: amount } : part]
}

function expensePostings(entry: PostedEntry, accounts: BookAccounts, head: Omit<Head, 'account'>): Posting[] {
  if (!accounts.datev_expenses) return []
  const amount = entry.base_amount ?? 0
  const contra = accounts.bank_account
  const { purchase } = entry.parts[0] ?? {}
  const cost = accounts.expense_accounts[expenseCategory(entry.category)]
  const inputTax = entry.base_tax - foreignTax(entry.parts)
  const postings =
    purchase === undefined
      ? [
          { ...head, account: cost, contra, amount: amount - inputTax },
          { ...head, account: accounts.input_tax_account, contra, amount: inputTax },
        ]
      : purchasePostings({ ...head, contra, amount }, reverseChargeAccount(accounts, purchase), {
          cost,
          inputTax: accounts.input_tax_account,
          lost: -entry.base_tax,
        })
  return postings.filter((posting) => posting.amount !== 0)
}

/** As in the advance return, tax without a rate, which earlier versions saved, isn't input tax either. */
const foreignTax = (parts: readonly SplitPart[]): number =>
  parts
    .filter(({ tax_bps }) => !isGermanRate(tax_bps))
    .reduce((sum, { base_tax }) => sum + (base_tax ?? 0), 0)

/** DATEV deducts all of the tax that it computes, so what can't be deducted is posted back. */
const purchasePostings = (
  paid: Omit<Posting, 'account'>,
  account: string | undefined,
  { cost, inputTax, lost }: { cost: string; inputTax: string; lost: number },
): Posting[] =>
  account === undefined
    ? [{ ...paid, account: cost }]
    : [
        { ...paid, account },
        { ...paid, account: cost, contra: inputTax, amount: lost },
      ]

/** Payments to the platform have categories of their own. */
const expenseCategory = (category: string): CostCategory =>
  COST_CATEGORIES.find((known) => known === category) ?? 'other'
