import { isCurrency } from './currencies.ts'
import { currencyDigits, formatCharged } from './money.ts'
import { chargeStep, stripeDigits } from './stripe-units.ts'

/** Stripe's minimum charges, in its own units; if unknown, half a unit. */
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
/**
 * The digits of Stripe's maximum in its own units, where they aren't eight; some payment methods and cards have lower
 * limits, which Stripe reports.
 */
const DIGITS: Readonly<Record<string, number>> = { IDR: 12, COP: 10, INR: 9 }

/** The minimum and maximum card charge in a currency, in our minor units. */
export function chargeLimits(currency: string): { least: number; most: number } {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  const exact = (amount: number) =>
    ours >= theirs ? amount * 10 ** (ours - theirs) : amount / 10 ** (theirs - ours)
  const most = 10 ** (DIGITS[currency] ?? 8) - 1
  return { least: Math.ceil(exact(LEAST[currency] ?? 1)), most: Math.floor(exact(most)) }
}

/** Why an amount can't be charged to a card; null if it can. */
export function chargeProblem(amount: number, currency: string): string | null {
  const { least, most } = chargeLimits(currency)
  const inexact = unitProblem(amount, currency)
  if (inexact !== null || (amount >= least && amount <= most)) return inexact
  const limit =
    amount < least
      ? `Card payments must be at least ${formatCharged(least, currency)}.`
      : `Card payments can be at most ${formatCharged(most, currency)}.`
  return `${limit} Please pay ${formatCharged(amount, currency)} another way.`
}

/** Why an amount has no equivalent in Stripe's units; null if it has one. */
export function unitProblem(amount: number, currency: string): string | null {
  if (!isCurrency(currency) || (currencyDigits(currency) === 3 && stripeDigits(currency) !== 3)) {
    return `Cards cannot be charged in ${currency}. Please pay another way.`
  }
  const step = chargeStep(currency)
  return amount % step === 0
    ? null
    : `Card payments must be a multiple of ${formatCharged(step, currency)}. Please pay ${formatCharged(amount, currency)} another way.`
}
