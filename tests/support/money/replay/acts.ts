/** What happens in the replayed year, as plain data: amounts in minor units, dates as `YYYY-MM-DD`. */
export const CODES = ['EUR', 'USD', 'GBP', 'JPY', 'KWD'] as const
export type Code = (typeof CODES)[number]
export const DIGITS: Record<Code, number> = { EUR: 2, USD: 2, GBP: 2, JPY: 0, KWD: 3 }

export const RATES = {
  standard: { name: 'USt', bps: 1900, category: 'standard' },
  reduced: { name: 'USt ermäßigt', bps: 700, category: 'reduced' },
  reverse: { name: 'Reverse charge', bps: 0, category: 'reverse_charge' },
  outside: { name: 'Outside', bps: 0, category: 'outside_scope' },
} as const
export type RateKey = keyof typeof RATES

/** Clients in Germany with a login, in France with a VAT number, and in the United States. */
export const CLIENTS = ['german', 'french', 'american'] as const
export type Client = (typeof CLIENTS)[number]
export const PROJECTS = ['Website', 'Shop'] as const
export type Project = (typeof PROJECTS)[number]

export interface Line {
  /** Thousandths. */
  quantity: number
  rate: number
  discountBps: number
  tax: RateKey
  /** The project of the line; the document's if null. */
  project: Project | null
}

export interface Issued {
  do: 'issue'
  day: string
  ref: string
  client: Client
  project: Project | null
  currency: Code
  /** Euros per unit of the currency; null uses the table. */
  rate: string | null
  inclusive: boolean
  discount:
    | { type: 'none'; value: 0 }
    | { type: 'percent'; value: number }
    | { type: 'amount'; value: number }
  lines: Line[]
  dueOn: string
  stage: 'whole' | 'advance' | 'final'
  /** The advance invoices that a final invoice deducts. */
  deducts: string[]
}

/** What a line of a bank statement is for. */
export type Purpose =
  | { kind: 'document'; ref: string }
  /** More than the amount due; the rest becomes the client's credit. */
  | { kind: 'surplus'; ref: string; due: number }
  | { kind: 'deposit'; ref: string; client: Client }
  /** Hosting, recognized by a rule; the owner enters its tax later. */
  | { kind: 'expense'; ref: string }
  | { kind: 'payout'; ref: string }
  | { kind: 'provider'; ref: string }
  /** Booked when it was refunded, or entered by hand. */
  | { kind: 'known'; text: string }

export interface Moved {
  day: string
  /** Negative for money that left the account. */
  amount: number
  text: string
  purpose: Purpose
}

interface Spent {
  ref: string
  day: string
  currency: Code
  amount: number
  /** What it cost in euros; null uses the table's rate. */
  inEuros: number | null
  tax: number
  bps: number
  client: Client | null
  project: Project | null
}

export interface Bill {
  net: number
  tax: number
  bps: number
  treatment: 'taxed' | 'reverse_charge' | 'small_business'
  country: 'DE' | 'FR' | 'US'
}

export type Act =
  | Issued
  | { do: 'statement'; day: string; currency: Code; from: string; to: string; lines: Moved[] }
  | { do: 'apply'; day: string; ref: string; amount: number }
  | { do: 'credit'; day: string; ref: string; amount: number; keep: boolean }
  | { do: 'lose'; day: string; ref: string }
  | { do: 'recover'; day: string; ref: string }
  | { do: 'refund'; day: string; ref: string; amount: number; credit: boolean }
  | { do: 'void'; day: string; ref: string }
  | { do: 'card'; day: string; ref: string; fee: number }
  | { do: 'dispute'; day: string; ref: string; status: 'open' | 'won' | 'lost' }
  | { do: 'provider-payout'; day: string; ref: string; currency: Code; amount: number }
  | ({ do: 'spend' } & Spent)
  /** Enters the tax of an expense, or corrects its amount. */
  | { do: 'correct'; day: string; ref: string; amount: number; tax: number }
  | { do: 'payout'; day: string; ref: string; amount: number; bill: Bill | null; sepa: boolean }
  | { do: 'close'; day: string; soft: string | null; hard: string | null }

/**
 * Units of each currency per euro, and euros per unit, which are exact. They change on the 1st, 11th and 21st of each
 * month.
 */
const TABLE: Record<Exclude<Code, 'EUR'>, readonly (readonly [string, string])[]> = {
  USD: [
    ['1.25', '0.8'],
    ['1.28', '0.78125'],
    ['1.024', '0.9765625'],
  ],
  GBP: [
    ['0.8', '1.25'],
    ['0.8192', '1.220703125'],
    ['0.78125', '1.28'],
  ],
  JPY: [
    ['160', '0.00625'],
    ['163.84', '0.006103515625'],
    ['156.25', '0.0064'],
  ],
  KWD: [
    ['0.32', '3.125'],
    ['0.3125', '3.2'],
  ],
}

const pad = (value: number): string => String(value).padStart(2, '0')
export const dayOf = (month: number, day: number): string => `2026-${pad(month)}-${pad(day)}`

const QUOTED = Array.from({ length: 12 }, (_, month) =>
  [1, 11, 21].map((day) => dayOf(month + 1, day)),
).flat()

const quotes = (code: Exclude<Code, 'EUR'>, index: number): readonly [string, string] => {
  const table = TABLE[code]
  return table[(index * 7 + Math.floor(index / 5)) % table.length] ?? ['1', '1']
}

/** The table as the platform's administrator imports it. */
export const quotedRates = () =>
  QUOTED.flatMap((quoted_on, index) =>
    CODES.flatMap((currency) =>
      currency === 'EUR' ? [] : [{ quoted_on, currency, per_euro: quotes(currency, index)[0] }],
    ),
  )

/** Euros per unit on a day. */
export function tableRate(code: Code, day: string): string {
  if (code === 'EUR') return '1'
  const index = QUOTED.findLastIndex((quoted) => quoted <= day)
  return quotes(code, index)[1]
}
