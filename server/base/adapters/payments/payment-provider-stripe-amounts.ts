import { chargeProblem, unitProblem } from '#shared/base/amounts/charge-limits.ts'
import { currencyDigits } from '#shared/base/amounts/money.ts'
import { chargeStep, inStripeUnits, stripeDigits } from '#shared/base/amounts/stripe-units.ts'
import { AppError } from '../../core/calls/errors.ts'

/** Converts our minor units to Stripe's; throws if the amount can't be charged exactly. */
export function toStripeAmount(amount: number, currency: string): number {
  const problem = unitProblem(amount, currency)
  if (problem !== null) throw new AppError('BAD_REQUEST', problem)
  return inStripeUnits(amount, currency)
}

/** Throws if Stripe can't charge the amount. */
export function requireChargeable(amount: number, currency: string): void {
  const problem = chargeProblem(amount, currency)
  if (problem !== null) throw new AppError('BAD_REQUEST', problem)
}

/** The platform's fee, rounded down to Stripe's units. */
export function toStripeFee(fee: number, currency: string): number {
  return toStripeAmount(fee - (fee % chargeStep(currency)), currency)
}

/** Converts Stripe's amount to our minor units; its currency codes are lower case. */
export function fromStripeAmount(amount: number, stripeCurrency: string): number {
  const currency = stripeCurrency.toUpperCase()
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  return ours >= theirs ? amount * 10 ** (ours - theirs) : Math.round(amount / 10 ** (theirs - ours))
}
