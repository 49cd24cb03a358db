/** Minimum amounts in Stripe's units. */
const LEAST: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  ars: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  idr: 50,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1000,
  zar: 50,
}
/** Number of digits of the maximum, where it isn't eight. */
const DIGITS: Readonly<Record<string, number>> = { idr: 12, cop: 10, inr: 9 }

/** The limits of one voucher, in Stripe's units. */
const VOUCHERS: Readonly<Record<string, { least: number; most: number }>> = {
  konbini: { least: 120, most: 300_000 },
  oxxo: { least: 1000, most: 1_000_000 },
  boleto: { least: 500, most: 4_999_999 },
  multibanco: { least: 50, most: 9_999_900 },
}

/** Why an amount can't be charged; null if it can. */
export function refuseAmount(amount: number, currency: string, type = 'card'): string | null {
  if (!/^[a-z]{3}$/.test(currency) || currency === 'clf') return `Invalid currency: ${currency}.`
  // Currencies with three decimals must end in zero; ISK and UGX only allow whole units, although they have
  // two decimals.
  const step = /^(bhd|jod|kwd|omr|tnd)$/.test(currency) ? 10 : /^(isk|ugx)$/.test(currency) ? 100 : 1
  if (!Number.isInteger(amount) || amount % step !== 0) return `Invalid ${currency} amount: ${amount}`
  // iDEAL has no minimum.
  const voucher = VOUCHERS[type]
  const least = type === 'ideal' ? 1 : (voucher?.least ?? LEAST[currency] ?? 1)
  if (amount < least) return `Amount must be at least ${least} ${currency}`
  const digits = 10 ** (DIGITS[currency] ?? 8) - 1
  const most = voucher?.most ?? digits
  return amount > most ? `Amount must be no more than ${most} ${currency}` : null
}
