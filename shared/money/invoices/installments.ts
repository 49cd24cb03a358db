import { formatCharged } from '../../base/amounts/money.ts'
import { formatDate } from '../../base/format.ts'

export const MAX_INSTALLMENTS = 12

/** An installment of an invoice; amounts in minor units. */
export interface InstallmentDto {
  due_date: string
  amount: number
  /** The amount due of it, including payments being processed. */
  open: number
}

/** The amounts that the payer can choose to pay online, in minor units. */
export interface PartsDto {
  /** The whole amount due, minus payments being processed. */
  all: number
  /** The amount due of the next installment; null without a plan, and for the last one. */
  instalment: { number: number; amount: number } | null
  /** The range of custom amounts; null if the owner doesn't allow any. */
  other: { least: number; most: number } | null
}

/**
 * Splits a total into equal parts that are multiples of the chargeable step; the remainder goes to the first
 * parts, so that the parts add up to the total.
 */
export function splitTotal(total: number, count: number, step = 1): number[] {
  const steps = Math.floor(total / step)
  const [each, over] = [Math.floor(steps / count), steps % count]
  const parts = Array.from({ length: count }, (_, index) => (each + (index < over ? 1 : 0)) * step)
  return parts.map((part, index) => (index === 0 ? part + total - steps * step : part))
}

/**
 * The plan after part of the total was settled; the earliest installments are covered first. What refunds made due
 * beyond the total is due with the first one.
 */
export function installmentsOf(
  dates: readonly string[],
  { total, settled, step }: { total: number; settled: number; step?: number },
): InstallmentDto[] {
  const parts = splitTotal(total, dates.length, step)
  let left = settled
  return dates.map((due_date, index) => {
    const amount = parts[index] ?? 0
    const covered = Math.min(amount, Math.max(0, left))
    left -= amount
    const beyond = index === 0 ? Math.max(0, -settled) : 0
    return { due_date, amount, open: amount - covered + beyond }
  })
}

/** What the document asks for by date, after the amount that was paid before it was sent. */
export function askedParts(
  plan: readonly Pick<InstallmentDto, 'due_date' | 'amount'>[],
  prepaid: number,
): { number: number; due_date: string; amount: number }[] {
  let left = prepaid
  const parts = plan.map(({ due_date, amount }, index) => {
    const covered = Math.min(amount, left)
    left -= covered
    return { number: index + 1, due_date, amount: amount - covered }
  })
  return parts.filter(({ amount }) => amount > 0)
}

/** When the amount due is due, if that is in more than one installment; otherwise null. */
export function inInstallments(invoice: {
  instalments: readonly InstallmentDto[]
  currency: string
}): string | null {
  const open = invoice.instalments.filter((part) => part.open > 0)
  const [next] = open
  if (next === undefined || open.length === 1) return null
  const amount = formatCharged(next.open, invoice.currency)
  return `in ${open.length} installments, the next of ${amount} on ${formatDate(next.due_date)}`
}

/** The state in words of an invoice to be paid, with the next installment. */
export const dueStanding = (invoice: Parameters<typeof inInstallments>[0] & { due_next: string }): string =>
  `is due ${inInstallments(invoice) ?? `on ${formatDate(invoice.due_next)}`}`

/** The amount due of installments before a day. */
export const owedBefore = (plan: readonly InstallmentDto[], day: string): number =>
  plan.reduce((sum, { due_date, open }) => (due_date < day ? sum + open : sum), 0)
