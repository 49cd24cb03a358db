import type { Selectable } from 'kysely'
import type { ReturnColumn, ReturnDocumentDto, ReturnLine } from '#shared/money/ledger/returns.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import type { Cursor } from '../../../../base/core/rows/paging.ts'
import type { Schema } from '../../../../base/db/schema.ts'

interface Dates {
  from: string
  to: string
}

/** A list of entries other than sales and expenses. */
export interface EntryList {
  currency: string | null
  columns: readonly ReturnColumn[]
  lines: (ctx: AgencyCtx, period: Dates) => Promise<ReturnLine[]>
  /** The entries of a line, newest first. */
  rows: (
    ctx: AgencyCtx,
    period: Dates,
    page: { key: string; after: Cursor | null; limit: number },
  ) => Promise<ListedEntry[]>
}

export type ListedEntry = ReturnDocumentDto & { occurred_at: string }

export function rowOfEntry(
  row: Selectable<Schema['ledger_entries']> & { client_name: string | null },
  kind: ReturnDocumentDto['kind'],
): ListedEntry {
  const { id, invoice_id, expense_id, client_name, currency, amount, base_amount, occurred_at } = row
  return {
    ...{ id, kind, invoice_id, expense_id, client_name, currency, occurred_at },
    date: row.occurred_on,
    text: row.description,
    net: amount,
    tax: 0,
    base_net: base_amount,
    base_tax: base_amount && 0,
  }
}
