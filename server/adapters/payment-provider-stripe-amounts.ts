import { isCurrency } from '#shared/currencies.ts'
import { currencyDigits, formatCharged } from '#shared/money.ts'
import { chargeStep, inStripeUnits, stripeDigits } from '#shared/stripe-units.ts'
import { AppError } from '../core/errors.ts'

/** Our minor units as Stripe counts them; what it could not charge exactly is refused in words. */
export function toStripeAmount(amount: number, currency: string): number {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  if (!isCurrency(currency) || (ours === 3 && theirs !== 3)) {
    throw new AppError('BAD_REQUEST', `Cards cannot be charged in ${currency}. Please pay another way.`)
  }
  const step = chargeStep(currency)
  if (amount % step !== 0) {
    throw new AppError(
      'BAD_REQUEST',
      `Cards are charged in steps of ${formatCharged(step, currency)}. Please pay ${formatCharged(amount, currency)} another way.`,
    )
  }
  return inStripeUnits(amount, currency)
}

/** The least that Stripe charges, in its own units; half a unit where it names none. */
const LEAST: Readonly<Record<string, number>> = {
  USD: 50,
  AED: 200,
  ARS: 50,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  COP: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  IDR: 50,
  ILS: 50,
  INR: 50,
  JPY: 50,
  KRW: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PHP: 50,
  PLN: 200,
  RON: 200,
  RUB: 50,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  ZAR: 50,
}
/** The most that it charges to a card; debits and some cards end earlier, and Stripe says so itself. */
const MOST = 10 ** 12 - 1

/** The least and the most that cards are charged in a currency, in our minor units. */
export function chargeLimits(currency: string): { least: number; most: number } {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  const exact = (amount: number) =>
    ours >= theirs ? amount * 10 ** (ours - theirs) : amount / 10 ** (theirs - ours)
  return { least: Math.ceil(exact(LEAST[currency] ?? 1)), most: Math.floor(exact(MOST)) }
}

/** Refuses, in words, what Stripe would not charge or not exactly. */
export function requireChargeable(amount: number, currency: string): void {
  toStripeAmount(amount, currency)
  const { least, most } = chargeLimits(currency)
  if (amount >= least && amount <= most) return
  const limit =
    amount < least
      ? `Cards are charged ${formatCharged(least, currency)} or more.`
      : `Cards are charged ${formatCharged(most, currency)} at most.`
  throw new AppError('BAD_REQUEST', `${limit} Please pay ${formatCharged(amount, currency)} another way.`)
}

/** Why an amount can't be charged to a card; null where it can. */
export function chargeProblem(amount: number, currency: string): string | null {
  try {
    requireChargeable(amount, currency)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** The platform's part, rounded down to what Stripe can count. */
export function toStripeFee(fee: number, currency: string): number {
  return toStripeAmount(fee - (fee % chargeStep(currency)), currency)
}

/** An amount of Stripe's in our minor units; its currencies are written small. */
export function fromStripeAmount(amount: number, stripeCurrency: string): number {
  const currency = stripeCurrency.toUpperCase()
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  return ours >= theirs ? amount * 10 ** (ours - theirs) : Math.round(amount / 10 ** (theirs - ours))
}
