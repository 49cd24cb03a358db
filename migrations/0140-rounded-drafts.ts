import { type Kysely, sql } from 'kysely'

export const oldestProgram = '0113-advance-invoices'

interface Line {
  id: string
  tax_bps: number
  charged: bigint
  tax: bigint
}

/**
 * Tax is rounded once for each rate of a document unless the agency chose to round it on each line. Drafts and
 * templates of recurring invoices follow; documents already sent keep their figures.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; prices_include_tax: number }>`
    select id, prices_include_tax from invoices
    where status = 'draft' and issuer = 'agency'
      and exists (
        select 1 from invoice_items where invoice_items.invoice_id = invoices.id and invoice_items.tax_bps > 0)
      and not exists (
        select 1 from billing_profiles
        where billing_profiles.agency_id = invoices.agency_id and billing_profiles.tax_rounding = 'line')
      and not exists (
        select 1 from invoice_items
        where invoice_items.invoice_id = invoices.id and invoice_items.deducted_invoice_id is not null)`.execute(
    db,
  )
  for (const { id, prices_include_tax } of rows) await roundAgain(db, id, Number(prices_include_tax) === 1)
}

async function roundAgain(db: Kysely<unknown>, id: string, inclusive: boolean): Promise<void> {
  const { rows } = await sql<{ id: string; tax_bps: number; amount: number; discount: number; tax: number }>`
    select id, tax_bps, amount, discount, tax from invoice_items where invoice_id = ${id}
    order by position`.execute(db)
  const lines = rows.map(({ id: line, tax_bps, amount, discount, tax }) => ({
    ...{ id: line, tax_bps: Number(tax_bps) },
    ...{ charged: BigInt(amount) - BigInt(discount), tax: BigInt(tax) },
  }))
  let difference = 0n
  for (const [bps, same] of Map.groupBy(lines, (line) => line.tax_bps)) {
    for (const { id: line, change } of changesOf(same, bps, inclusive)) {
      if (change === 0n) continue
      difference += change
      const by = Number(change)
      await sql`update invoice_items set tax = tax + ${by}, net = net - ${inclusive ? by : 0}
        where id = ${line}`.execute(db)
    }
  }
  if (difference === 0n) return
  const by = Number(difference)
  await sql`update invoices set tax = tax + ${by}, total = total + ${inclusive ? 0 : by}, version = version + 1
    where id = ${id}`.execute(db)
}

/** By how much the tax of each line changes if the total is rounded once and spread by largest remainders. */
function changesOf(
  lines: readonly Line[],
  bps: number,
  inclusive: boolean,
): { id: string; change: bigint }[] {
  const tenths = BigInt(Math.round(bps * 10))
  const charged = lines.reduce((sum, line) => sum + line.charged, 0n)
  const whole = 100_000n + (inclusive ? tenths : 0n)
  const tax = (2n * charged * tenths + whole) / (2n * whole)
  if (charged === 0n) return []
  const parts = lines.map((line) => ({
    line,
    share: (tax * line.charged) / charged,
    cut: (tax * line.charged) % charged,
  }))
  const missing = Number(tax - parts.reduce((sum, { share }) => sum + share, 0n))
  const largest = new Set(parts.toSorted((one, other) => Number(other.cut - one.cut)).slice(0, missing))
  return parts.map((part) => ({
    id: part.line.id,
    change: part.share + (largest.has(part) ? 1n : 0n) - part.line.tax,
  }))
}
