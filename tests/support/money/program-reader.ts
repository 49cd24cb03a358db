import type { RateAccounts } from '#shared/money/ledger/schemas/books.ts'
import type { Caller } from '../caller.ts'

/**
 * Parses files for Xero and QuickBooks Online like these programs, from their published columns alone. Amounts are in
 * minor units of their currency.
 */
const DIGITS: Record<string, number> = { JPY: 0, KWD: 3 }

/** The rates with tax codes of their own for 7 %, which Xero and QuickBooks would otherwise confuse with 19 %. */
export const withOwnCodes = (rates: readonly RateAccounts[]): RateAccounts[] => [
  ...rates
    .filter(({ kind, tax_bps }) => tax_bps === null && (kind === 'standard' || kind === 'reduced'))
    .map((row) => ({ ...row, tax_bps: 700, xero_tax_type: '7% on Sales', quickbooks_tax_code: '7%' })),
  ...rates,
]

export async function enterOwnCodes(owner: Caller): Promise<void> {
  const { unmapped_rates: _, ambiguous_rates: __, ...accounts } = await owner.finance.accounts()
  await owner.finance.saveAccounts({ ...accounts, rates: withOwnCodes(accounts.rates) })
}

/** Rows by column; fields with commas or quotes are in quotes. */
export function readTable(text: string): Record<string, string>[] {
  const [head = [], ...rows] = linesOf(text)
  return rows.map((fields) => Object.fromEntries(head.map((name, index) => [name, fields[index] ?? ''])))
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [[]]
  let [field, quoted] = ['', false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"' && quoted && text[at + 1] === '"') {
      field += '"'
      at++
    } else if (sign === '"') quoted = !quoted
    else if (quoted || (sign !== ',' && sign !== '\n')) field += sign
    else {
      lines.at(-1)?.push(field.replace(/\r$/, ''))
      field = ''
      if (sign === '\n') lines.push([])
    }
  }
  return lines.filter((line) => line.length > 1)
}

export const minor = (text: string, currency: string): number => {
  if (text !== '' && !/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`not a number: ${text}`)
  return Math.round(Number(text) * 10 ** (DIGITS[currency] ?? 2))
}

type Sums = Map<string, number>

const add = (sums: Sums, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)

/** What is open on each document after statements were reconciled by reference, and the balances of accounts. */
export function reconcileXero(files: { documents: string[]; statements: Record<string, string> }) {
  const open: Sums = new Map()
  const balances: Sums = new Map()
  const unmatched: Sums = new Map()
  for (const row of files.documents.flatMap(readTable)) {
    const { Currency: currency = '', '*UnitAmount': net = '', TaxAmount: tax = '' } = row
    const sign = row['*InvoiceNumber']?.startsWith('FEE-') ? -1 : 1
    add(open, row['*InvoiceNumber'] ?? '', sign * (minor(net, currency) + minor(tax, currency)))
  }
  for (const [account, text] of Object.entries(files.statements)) {
    for (const row of readTable(text)) {
      const { Currency: currency = '', Reference: reference = '', '*Date': date = '' } = row
      if (!/^\d\d\/\d\d\/\d{4}$/.test(date)) throw new Error(`not a date: ${date}`)
      const amount = minor(row['*Amount'] ?? '', currency)
      add(balances, `${account} ${currency}`, amount)
      if (open.has(reference)) add(open, reference, -amount)
      else add(unmatched, `${account} ${currency}`, amount)
    }
  }
  return { open, balances, unmatched }
}

/** What customers and suppliers owe, and balances of other accounts, by currency; debits are positive. */
export function postQuickbooks(files: { invoices: string; bills: string; journal: string }) {
  const owed: Sums = new Map()
  const balances: Sums = new Map()
  for (const row of readTable(files.invoices)) {
    const { Currency: currency = '', '*ItemAmount': net = '', ItemTaxAmount: tax = '' } = row
    add(owed, `${row['*Customer']} ${currency}`, minor(net, currency) + minor(tax, currency))
  }
  for (const row of readTable(files.bills)) {
    const currency = row.Currency ?? ''
    add(owed, `${row['*Supplier']} ${currency}`, -minor(row['*Line Amount'] ?? '', currency))
  }
  const entries: Sums = new Map()
  for (const row of readTable(files.journal)) {
    const { Currency: currency = '', Debits: debit = '', Credits: credit = '', Name: name = '' } = row
    if ((debit === '') === (credit === ''))
      throw new Error(`a line has a debit or a credit: ${debit} ${credit}`)
    const amount = minor(debit, currency) - minor(credit, currency)
    add(entries, row['Journal No.'] ?? '', amount)
    const account = row['Account Name'] ?? ''
    const isNamed = account.startsWith('Accounts ')
    if (isNamed === (name === '')) throw new Error(`${account} with the name “${name}”`)
    add(isNamed ? owed : balances, `${isNamed ? name : account} ${currency}`, amount)
  }
  return { owed, balances, unbalanced: [...entries].filter(([, sum]) => sum !== 0) }
}
