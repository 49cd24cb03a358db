import { hex } from '../wire/answers.ts'

/** What the payer has to do next, as Stripe describes it for each payment method. */
export type NextAction =
  | { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } }
  | { type: 'konbini_display_details'; konbini_display_details: object }
  | { type: 'oxxo_display_details'; oxxo_display_details: object }
  | { type: 'boleto_display_details'; boleto_display_details: object }
  | { type: 'multibanco_display_details'; multibanco_display_details: object }
  | { type: 'display_bank_transfer_instructions'; display_bank_transfer_instructions: object }

/** How many days a voucher is valid by default, until the end of the day where it is paid. */
const VALID = {
  konbini: { days: 3, offsetHours: 9 },
  oxxo: { days: 3, offsetHours: -6 },
  boleto: { days: 3, offsetHours: -3 },
  multibanco: { days: 7, offsetHours: 0 },
} as const
export type Voucher = keyof typeof VALID

export const isVoucher = (way: string): way is Voucher => Object.hasOwn(VALID, way)

const DAY = 86_400

/** The last second in which a voucher can be paid. */
export function voucherExpiry(way: Voucher, now: number): number {
  const { days, offsetHours } = VALID[way]
  const offset = offsetHours * 3600
  const today = Math.floor((now + offset) / DAY)
  return (today + days + 1) * DAY - 1 - offset
}

/** A voucher with its number and the page that shows it. */
export function voucherAction(way: Voucher, expires: number, page: string): NextAction {
  const shown = { expires_at: expires, hosted_voucher_url: page }
  switch (way) {
    case 'konbini':
      return { type: 'konbini_display_details', konbini_display_details: { ...shown, stores: STORES } }
    case 'oxxo':
      return {
        type: 'oxxo_display_details',
        oxxo_display_details: { expires_after: expires, hosted_voucher_url: page, number: digits(32) },
      }
    case 'boleto':
      return {
        type: 'boleto_display_details',
        boleto_display_details: { ...shown, number: digits(47), pdf: `${page}/pdf` },
      }
    case 'multibanco':
      return {
        type: 'multibanco_display_details',
        multibanco_display_details: { ...shown, entity: digits(5), reference: digits(9) },
      }
  }
}

const store = { payment_code: '11122233344', confirmation_number: '01234567890' }
const STORES = { familymart: store, lawson: store, ministop: store, seicomart: store }

const digits = (length: number): string => '1234567890'.repeat(5).slice(0, length)

/** The kind of account that receives transfers in a currency. */
const TRANSFERS: Readonly<Record<string, string>> = {
  eur: 'eu_bank_transfer',
  gbp: 'gb_bank_transfer',
  jpy: 'jp_bank_transfer',
  mxn: 'mx_bank_transfer',
  usd: 'us_bank_transfer',
}

/** Where to transfer the money to. A transfer has no expiry. */
export function transferAction(of: { amount: number; currency: string }, page: string): NextAction {
  return {
    type: 'display_bank_transfer_instructions',
    display_bank_transfer_instructions: {
      amount_remaining: of.amount,
      currency: of.currency,
      financial_addresses: [],
      hosted_instructions_url: page,
      reference: hex().toUpperCase(),
      type: TRANSFERS[of.currency] ?? '',
    },
  }
}
