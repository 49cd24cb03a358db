import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

/** Tax per ledger entry and rate, the nightly comparison's findings, and accounts for accounting exports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table ledger_entries add column tax bigint not null default 0;
     alter table ledger_entries add column base_tax bigint not null default 0;
     create table ledger_taxes (
       entry_id text not null references ledger_entries (id) on delete cascade,
       position bigint not null,
       agency_id text references agencies (id),
       tax_bps bigint not null check (tax_bps between 0 and 10000),
       tax_name text,
       tax_category text,
       tax_note text,
       net bigint not null,
       tax bigint not null,
       base_net bigint,
       base_tax bigint,
       primary key (entry_id, position)
     );
     create index invoices_issued on invoices (agency_id, issued_on, id) where number is not null;
     create index invoices_credited on invoices (credited_invoice_id) where credited_invoice_id is not null;
     create index payments_invoice on payments (invoice_id) where invoice_id is not null;
     create table book_differences (
       agency_id text not null references agencies (id) on delete cascade,
       kind text not null,
       subject text not null,
       details text not null,
       found_at text not null,
       primary key (agency_id, kind, subject)
     );
     create table book_accounts (
       agency_id text primary key references agencies (id) on delete cascade,
       accounts text not null,
       version bigint not null,
       updated_at text not null
     )`,
  )
  await sql`
    update ledger_entries set invoice_id = (select invoice_id from payments where payments.id = payment_id)
    where payment_id is not null and direction = 'income'`.execute(db)
  await splitEarlierEntries(db)
}

interface Rate {
  tax_bps: number
  tax_name: string | null
  tax_category: string | null
  tax_note: string | null
}
interface Split extends Rate {
  net: number
  tax: number
  base_net: number | null
  base_tax: number | null
}
interface Entry {
  id: string
  agency_id: string | null
  amount: number
  base_amount: number | null
  invoice_id: string
}

/** Splits existing entries in chronological order, so that a paid invoice's entries include its tax. */
export async function splitEarlierEntries(db: Kysely<unknown>): Promise<void> {
  const entries = await sql<Entry>`
    select ledger_entries.id, ledger_entries.agency_id, amount, base_amount, ledger_entries.invoice_id
    from ledger_entries join invoices on invoices.id = ledger_entries.invoice_id
    where invoices.tax > 0 order by ledger_entries.invoice_id, occurred_at, ledger_entries.id`.execute(db)
  for (const [invoiceId, own] of Map.groupBy(entries.rows, (entry) => entry.invoice_id)) {
    const parts = await partsOf(db, invoiceId)
    let paid = 0
    let base: number | null = 0
    let before = splitAt(parts, 0, 0)
    for (const entry of own) {
      paid += entry.amount
      base = base === null || entry.base_amount === null ? null : base + entry.base_amount
      const after = splitAt(parts, paid, base)
      await insertStep(db, entry, before, after)
      before = after
    }
  }
}

async function insertStep(db: Kysely<unknown>, entry: Entry, before: Split[], after: Split[]): Promise<void> {
  let [tax, baseTax] = [0, 0]
  for (const [position, to] of after.entries()) {
    const from = before[position] as Split
    const step = (key: 'base_net' | 'base_tax') => {
      const [start, end] = [from[key], to[key]]
      return start === null || end === null ? null : end - start
    }
    if (to.net === from.net && to.tax === from.tax) continue
    tax += to.tax - from.tax
    baseTax += step('base_tax') ?? 0
    await sql`
      insert into ledger_taxes
        (entry_id, position, agency_id, tax_bps, tax_name, tax_category, tax_note, net, tax, base_net, base_tax)
      values (${entry.id}, ${position}, ${entry.agency_id}, ${to.tax_bps}, ${to.tax_name}, ${to.tax_category},
        ${to.tax_note}, ${to.net - from.net}, ${to.tax - from.tax}, ${step('base_net')}, ${step('base_tax')})`.execute(
      db,
    )
  }
  await sql`update ledger_entries set tax = ${tax}, base_tax = ${baseTax} where id = ${entry.id}`.execute(db)
}

/** An invoice's rates, minus its credit notes. */
async function partsOf(
  db: Kysely<unknown>,
  invoiceId: string,
): Promise<(Rate & { net: number; tax: number })[]> {
  const lines = await sql<Rate & { net: number; tax: number; credit: number }>`
    select tax_bps, tax_name, tax_category, tax_note, net, invoice_items.tax,
      case when invoices.id = ${invoiceId} then 0 else 1 end as credit
    from invoice_items join invoices on invoices.id = invoice_items.invoice_id
    where (invoices.id = ${invoiceId} or credited_invoice_id = ${invoiceId}) and status != 'void'
    order by credit, invoices.created_at, position`.execute(db)
  const parts = new Map<string, Rate & { net: number; tax: number }>()
  for (const { net, tax, credit, ...rate } of lines.rows) {
    const key = JSON.stringify([rate.tax_category, rate.tax_bps, rate.tax_name])
    const part = parts.get(key) ?? { ...rate, net: 0, tax: 0 }
    const sign = credit === 1 ? -1 : 1
    parts.set(key, { ...part, net: part.net + sign * net, tax: part.tax + sign * tax })
  }
  return [...parts.values()]
}

/** Splits an amount paid into net and tax by rate; an overpayment has none. */
function splitAt(parts: (Rate & { net: number; tax: number })[], paid: number, base: number | null): Split[] {
  const total = parts.reduce((sum, part) => sum + part.net + part.tax, 0)
  const covered = Math.min(paid, total)
  const shares = allocate(
    covered,
    parts.flatMap((part) => [part.net, part.tax]),
  )
  const weights = [...shares, paid - covered]
  const baseShares = base === null ? null : allocate(base, weights)
  const untaxed = { tax_bps: 0, tax_name: null, tax_category: null, tax_note: null }
  return [
    ...parts.map((part, index) => ({
      ...part,
      net: shares[2 * index] ?? 0,
      tax: shares[2 * index + 1] ?? 0,
      base_net: baseShares?.[2 * index] ?? null,
      base_tax: baseShares?.[2 * index + 1] ?? null,
    })),
    {
      ...untaxed,
      net: paid - covered,
      tax: 0,
      base_net: baseShares?.[2 * parts.length] ?? null,
      base_tax: base === null ? null : 0,
    },
  ]
}

/** Splits an amount by weights; the largest remainders get the rounding difference. */
function allocate(amount: number, weights: readonly number[]): number[] {
  const positive = weights.map((weight) => BigInt(Math.max(0, weight)))
  const total = positive.reduce((sum, weight) => sum + weight, 0n)
  if (total === 0n) return weights.map(() => 0)
  const parts = positive.map((weight, index) => {
    const product = BigInt(amount) * weight
    return { index, share: Number(product / total), remainder: product % total }
  })
  let left = amount - parts.reduce((sum, part) => sum + part.share, 0)
  for (const part of parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )) {
    if (left <= 0) break
    part.share += 1
    left -= 1
  }
  return parts.map((part) => part.share)
}
