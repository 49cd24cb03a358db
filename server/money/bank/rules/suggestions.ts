import { multiplyRatio } from '#shared/base/amounts/money.ts'
import { daysBetween } from '#shared/base/calendar.ts'
import type { BankPart, BankSuggestion } from '#shared/money/bank/bank.ts'
import { type ExpenseCategory, isTaxPayment, type TaxPaymentCategory } from '#shared/money/ledger/finance.ts'
import { endToEndIdOf } from '../../payouts/rules.ts'
import { accountNumbered } from './account-numbers.ts'
import { foreignSuggestions } from './foreign.ts'
import { invoiceSuggestions } from './invoices.ts'
import { type NamedInvoices, namedInvoices, unlessNamed } from './named.ts'
import {
  applies,
  type Candidates,
  clientOf,
  type Habit,
  movedBy,
  names,
  type OpenLine,
  partyKey,
  paymentLabel,
  providerPayoutLabel,
  sameName,
  textOf,
  withoutOwnNumber,
} from './parties.ts'
import { refundSuggestions } from './refunds.ts'

const MAX_SUGGESTIONS = 4

/** What the line probably settles, best first, with the reasons. */
export function suggestionsFor(given: OpenLine, candidates: Candidates): BankSuggestion[] {
  const line = withoutOwnNumber(given, candidates.accounts)
  const provider = providerSuggestions(line, candidates)
  const found = [
    ...transferSuggestions(line, candidates),
    ...provider,
    ...(line.amount > 0 ? received(line, candidates) : payoutSuggestions(line, candidates)),
    ...refundSuggestions(line, candidates),
    ...foreignSuggestions(line, candidates),
    ...expenseSuggestions(line, candidates, provider.length > 0),
  ]
  return found.toSorted((a, b) => b.confidence - a.confidence).slice(0, MAX_SUGGESTIONS)
}

function received(line: OpenLine, candidates: Candidates): BankSuggestion[] {
  const named = namedInvoices(line, candidates)
  return [...paymentSuggestions(line, candidates, named), ...invoiceSuggestions(line, candidates, named)]
}

/** Days between two lines of one transfer. */
const TRANSFER_DAYS = 5

function transferSuggestions(line: OpenLine, { accounts, transfers }: Candidates): BankSuggestion[] {
  const own = ownAccount(line, accounts)
  const others = transfers.filter(
    (other) =>
      other.account_id !== line.account_id &&
      (own === undefined || other.account_id === own.id) &&
      other.currency === line.currency &&
      other.amount === -line.amount &&
      Math.abs(daysBetween(other.booked_on, line.booked_on)) <= TRANSFER_DAYS,
  )
  const [other] = others
  if (own === undefined && others.length !== 1) return []
  const name = own?.name ?? accounts.find(({ id }) => id === other?.account_id)?.name ?? ''
  const parts: BankPart[] = [{ kind: 'transfer', line_id: other?.id ?? null }]
  const label = line.amount > 0 ? `Transfer from ${name}` : `Transfer to ${name}`
  if (own === undefined) {
    return [
      { parts, label, reason: 'Another account has the opposite amount around this day', confidence: 60 },
    ]
  }
  const reason =
    other === undefined ? 'The account is your own' : 'The account is your own and has the opposite line'
  return [{ parts, label, reason, confidence: other === undefined ? 85 : 97 }]
}

/** The agency's own account on the other side; of two with the same number, the one in the line's currency. */
function ownAccount({ party_iban, currency }: OpenLine, accounts: Candidates['accounts']) {
  if (party_iban === '') return undefined
  const alike = accounts.filter((account) => account.currency === currency)
  return accountNumbered(alike, party_iban) ?? accountNumbered(accounts, party_iban)
}

/** Days that a payout may arrive before or after the announced day. */
const ARRIVAL_DAYS = 5

function providerSuggestions(line: OpenLine, { providerPayouts }: Candidates): BankSuggestion[] {
  const text = textOf(line).toLowerCase()
  const isNamed = text.includes('stripe')
  return providerPayouts
    .filter(
      (payout) =>
        payout.currency === line.currency &&
        payout.amount === line.amount &&
        Math.abs(daysBetween(payout.arrives_on, line.booked_on)) <= ARRIVAL_DAYS,
    )
    .map((payout) => ({
      parts: [{ kind: 'provider_payout', provider_payout_id: payout.id }],
      label: providerPayoutLabel(payout.amount),
      reason: payoutReason(payout.amount, isNamed),
      confidence: isNamed ? 97 : 80,
    }))
}

function payoutReason(amount: number, isNamed: boolean): string {
  if (amount < 0) {
    return isNamed ? 'Stripe is named, and it withdrew this amount' : 'Stripe withdrew this amount'
  }
  return isNamed
    ? 'The payer is Stripe, and a payout of this amount is due'
    : 'A payout of this amount from Stripe is due'
}

/** Days between a payment entered by hand and its line. */
const ENTERED_DAYS = 10

/** Payments that someone has entered already must not be booked again. */
function paymentSuggestions(
  line: OpenLine,
  candidates: Candidates,
  { payable, other }: NamedInvoices,
): BankSuggestion[] {
  const client = clientOf(line, candidates)
  const named = payable[0]?.number ?? other
  return candidates.payments
    .filter((payment) => payment.currency === line.currency && payment.amount === line.amount)
    .flatMap((payment): BankSuggestion[] => {
      const isNamed = payment.number !== null && names(textOf(line), payment.number)
      const isPayer = client !== null && client.id === payment.client_id
      const isNear = Math.abs(daysBetween(payment.day, line.booked_on)) <= ENTERED_DAYS
      if (!isNamed && !isPayer && !isNear) return []
      const suggestion: BankSuggestion = {
        parts: [{ kind: 'payment', payment_id: payment.id }],
        label: paymentLabel(payment),
        reason: `${payment.pending ? 'It was announced' : 'It is in the books'}, and the amount${
          isNamed ? ' and the text match' : isPayer ? ' and the payer match' : ' matches'
        }`,
        confidence: isNamed ? 99 : isPayer && (payment.pending || isNear) ? 95 : 70,
      }
      return [isNamed ? suggestion : unlessNamed(suggestion, named)]
    })
}

function payoutSuggestions(line: OpenLine, { payouts }: Candidates): BankSuggestion[] {
  return payouts
    .filter((payout) => payout.currency === line.currency && payout.amount === -line.amount)
    .map((payout) => {
      const isReferred = names(textOf(line), endToEndIdOf(payout.id))
      const isNamed = sameName(line.party_name, payout.employee_name)
      const suggestion = {
        parts: [{ kind: 'payout' as const, payout_id: payout.id }],
        label: `Payout to ${payout.employee_name}`,
      }
      if (payout.reopened_on !== null && line.booked_on <= payout.reopened_on) {
        const reason = 'The amount matches, but the payout was made pending again after this line'
        return { ...suggestion, reason, confidence: 50 }
      }
      return {
        ...suggestion,
        reason: isReferred
          ? 'The amount and the reference of your SEPA file match'
          : isNamed
            ? 'The amount and the payee’s name match'
            : 'The amount matches',
        confidence: isReferred ? 99 : isNamed ? 96 : payout.pending ? 60 : 50,
      }
    })
}

/** Days after its date that a bill is usually paid. */
const BILL_DAYS = 45

/** Expenses in the books that the line probably paid: entered around its day, or a bill of its payee. */
function enteredSuggestions(line: OpenLine, { expenses }: Candidates): BankSuggestion[] {
  return expenses
    .filter((expense) => expense.currency === line.currency && movedBy(expense) === line.amount)
    .flatMap((expense): BankSuggestion[] => {
      const isNamed = sameName(line.party_name, expense.vendor ?? '')
      const days = daysBetween(expense.spent_on, line.booked_on)
      const isNear = Math.abs(days) <= ENTERED_DAYS
      if (!isNear && !(isNamed && days > 0 && days <= BILL_DAYS)) return []
      return [
        {
          parts: [{ kind: 'entered_expense', expense_id: expense.id }],
          label: [expense.description, expense.vendor].filter(Boolean).join(', '),
          reason: `It is in the books, and the amount${isNamed ? ' and the vendor match' : ' matches'}`,
          confidence: isNamed ? (isNear ? 95 : 85) : 80,
        },
      ]
    })
}

/** Expenses in the books come before a new one, which would count them twice. */
function expenseSuggestions(line: OpenLine, candidates: Candidates, isWithdrawn: boolean): BankSuggestion[] {
  const entered = enteredSuggestions(line, candidates)
  const added = newExpenses(line, candidates)
  if (entered.length === 0 && !isWithdrawn) return added
  const other =
    entered.length > 0 ? 'an expense of this amount is in the books' : 'Stripe withdrew this amount'
  return [
    ...entered,
    ...added.map(({ reason, confidence, ...suggestion }) => ({
      ...suggestion,
      reason: `${reason}, but ${other}`,
      confidence: Math.min(confidence, MAX_REPEATED_CONFIDENCE),
    })),
  ]
}

/** The highest confidence of a new expense if one of this amount is in the books. */
const MAX_REPEATED_CONFIDENCE = 70

function newExpenses(line: OpenLine, { rules, habits, base }: Candidates): BankSuggestion[] {
  if (line.currency !== base) return []
  const terms = {
    amount: Math.abs(line.amount),
    description: expenseText(line),
    vendor: line.party_name || null,
  }
  const last = habits.get(partyKey(line))
  const tax = last === undefined ? {} : taxReturned(last, terms.amount)
  const suggestion = (category: ExpenseCategory, reason: string, confidence: number): BankSuggestion =>
    line.amount > 0 && !isTaxPayment(category)
      ? {
          parts: [{ kind: 'expense_refund', category, ...terms, ...tax }],
          label: `Refund: ${category}${'treatment' in tax ? '' : ', without tax'}`,
          reason,
          confidence: REFUND_CONFIDENCE,
        }
      : {
          parts: [{ kind: 'expense', category, ...terms }],
          label: isTaxPayment(category) ? TAX_LABELS[category] : `Expense: ${category}`,
          reason,
          confidence,
        }
  const rule = rules.find((candidate) => candidate.category !== null && applies(candidate, line))
  const ruled = inDirection(rule?.category, line)
  if (rule !== undefined && ruled !== null) return [suggestion(ruled, `Your rule “${rule.contains}”`, 92)]
  const habit = inDirection(last?.category, line)
  return habit === null ? [] : [suggestion(habit, 'Like the last payment to this payee', 80)]
}

/** The tax of the refunded share of an expense; empty if it has none, or it wasn’t entered with its rate. */
function taxReturned({ category: _, amount: whole, ...tax }: Habit, amount: number) {
  const included = tax.tax_amount ?? 0
  if (tax.treatment === 'taxed' && (included === 0 || !tax.tax_bps)) return {}
  return { ...tax, tax_amount: multiplyRatio(included, amount, whole) }
}

/** Below that of a payment by a client, who can also be a supplier. */
const REFUND_CONFIDENCE = 55

const TAX_LABELS: Record<TaxPaymentCategory, string> = {
  tax_payments: 'Tax payment',
  tax_refunds: 'Tax refund',
}

/** The tax office is paid and refunds. */
function inDirection(
  category: ExpenseCategory | null | undefined,
  { amount }: OpenLine,
): ExpenseCategory | null {
  if (category == null) return null
  if (!isTaxPayment(category)) return category
  return amount > 0 ? 'tax_refunds' : 'tax_payments'
}

export const expenseText = ({ text, party_name }: Pick<OpenLine, 'text' | 'party_name'>): string =>
  (text || party_name || 'Bank transfer').slice(0, 200)
