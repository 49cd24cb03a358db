import type { Client, Code, Issued, Project } from './acts.ts'
import type { BookedParts, Parts } from './arithmetic.ts'

/** A movement in the books; `document` is its number, or another reference. */
export interface Entry {
  day: string
  account: string
  document: string
  amount: number
  currency: Code
  base: number
  tax: number
  baseTax: number
  /** Whether money moved. */
  money: boolean
  client: Client | null
  project: Project | null
}

/** What a document, loss, payment or expense adds to the tax report at one rate. */
export interface TaxRow {
  day: string
  side: 'issued' | 'paid' | 'input' | 'owed'
  document: string
  isLoss?: boolean
  rate: string
  currency: Code
  net: number
  tax: number
  baseNet: number
  baseTax: number
  client: Client | null
}

export interface Kept {
  ref: string
  number: string
  client: Client
  project: Project | null
  currency: Code
  rate: string
  issuedOn: string
  dueOn: string
  stage: Issued['stage']
  /** Amounts of its lines by project; empty if they belong to the document's project. */
  byProject: Map<Project, { net: number; parts: Parts }>
  parts: Parts
  total: number
  /** The amounts of credit notes. */
  taken: Parts
  credited: number
  paid: number
  applied: number
  lost: number
  lostParts: { parts: Parts; net: number; tax: number; baseNet: number; baseTax: number } | null
  /** Payments and applied credit in the ledger, with their split. */
  income: number
  split: BookedParts
  /** The same by project, if there is more than one. */
  splits: Map<Project, BookedParts>
  /** The amounts that payments, credit notes and losses took from the debtor's account, in euros. */
  posted: number
  isVoid: boolean
}

export const dueOf = (doc: Kept): number =>
  doc.isVoid ? 0 : Math.max(0, doc.total - doc.paid - doc.credited - doc.applied - doc.lost)

/** Entries, the tax report and what clients are owed. */
export class Books {
  readonly entries: Entry[] = []
  readonly taxes: TaxRow[] = []
  /** By client and currency. */
  readonly credit = new Map<string, { amount: number; base: number }>()

  protected enter(entry: Entry): void {
    this.entries.push(entry)
  }

  protected report(
    { client, currency }: { client: Client | null; currency: Code },
    of: Pick<TaxRow, 'day' | 'side' | 'document' | 'isLoss'>,
    parts: BookedParts,
    sign = 1,
  ): void {
    for (const [rate, { net, tax, baseNet, baseTax }] of parts) {
      const row = { net: sign * net, tax: sign * tax, baseNet: sign * baseNet, baseTax: sign * baseTax }
      if (Object.values(row).some((amount) => amount !== 0))
        this.taxes.push({ ...of, rate, client, currency, ...row })
    }
  }

  protected owe(
    client: Client,
    currency: Code,
    entry: Pick<Entry, 'day' | 'amount' | 'base' | 'account' | 'document' | 'money'>,
  ): void {
    const key = `${client} ${currency}`
    const known = this.credit.get(key) ?? { amount: 0, base: 0 }
    this.credit.set(key, { amount: known.amount + entry.amount, base: known.base + entry.base })
    this.enter({ ...entry, currency, client, project: null, tax: 0, baseTax: 0 })
  }

  /** Removes an entry as if it had never been entered. */
  protected drop(document: string): void {
    for (const rows of [this.entries, this.taxes] as { document: string }[][]) {
      const kept = rows.filter((row) => row.document !== document)
      rows.splice(0, rows.length, ...kept)
    }
  }

  protected reverse(document: string, on: string): void {
    const opposite = (entry: Entry) => ({
      ...{
        ...entry,
        day: on,
        amount: -entry.amount,
        base: -entry.base,
        tax: -entry.tax,
        baseTax: -entry.baseTax,
      },
    })
    for (const entry of this.entries.filter((known) => known.document === document))
      this.enter(opposite(entry))
    for (const row of this.taxes.filter((known) => known.document === document)) {
      const { net, tax, baseNet, baseTax } = row
      this.taxes.push({ ...row, day: on, net: -net, tax: -tax, baseNet: -baseNet, baseTax: -baseTax })
    }
  }
}
