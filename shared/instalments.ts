import { z } from 'zod'
import { calendarDate } from './dates.ts'

export const MAX_INSTALMENTS = 12

const NUMBER = `Plan 2 to ${MAX_INSTALMENTS} instalments.`

/** When each part is due; the parts are equal, and none is the invoice paid at once. */
export const instalmentDates = z
  .array(calendarDate)
  .max(MAX_INSTALMENTS, NUMBER)
  .refine((dates) => dates.length !== 1, NUMBER)
  .refine(
    (dates) => dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') < date),
    'Each instalment is due after the one before.',
  )

/** A part of an invoice; amounts in minor units. */
export interface InstalmentDto {
  due_date: string
  amount: number
  /** What is still owed of it; what is being processed counts as owed. */
  open: number
}

/** What the payer may choose to pay online; amounts in minor units. */
export interface PartsDto {
  /** Everything that is owed and not being processed. */
  all: number
  /** What is open of the next instalment; null without a plan, and for the last one. */
  instalment: { number: number; amount: number } | null
  /** The least and the most of another amount; null where the owner wants none. */
  other: { least: number; most: number } | null
}

/**
 * Splits a total into as many equal parts, each a multiple of what can be charged; what is left over is
 * spread over the first ones, so that the parts add up to the total.
 */
export function splitTotal(total: number, count: number, step = 1): number[] {
  const steps = Math.floor(total / step)
  const [each, over] = [Math.floor(steps / count), steps % count]
  const parts = Array.from({ length: count }, (_, index) => (each + (index < over ? 1 : 0)) * step)
  return parts.map((part, index) => (index === 0 ? part + total - steps * step : part))
}

/** The plan as it stands after so much of the total was settled: the oldest parts are covered first. */
export function instalmentsOf(
  dates: readonly string[],
  { total, settled, step }: { total: number; settled: number; step?: number },
): InstalmentDto[] {
  const parts = splitTotal(total, dates.length, step)
  let left = settled
  return dates.map((due_date, index) => {
    const amount = parts[index] ?? 0
    const covered = Math.min(amount, Math.max(0, left))
    left -= amount
    return { due_date, amount, open: amount - covered }
  })
}

/** What is owed of the parts due before a day. */
export const owedBefore = (plan: readonly InstalmentDto[], day: string): number =>
  plan.reduce((sum, { due_date, open }) => (due_date < day ? sum + open : sum), 0)
