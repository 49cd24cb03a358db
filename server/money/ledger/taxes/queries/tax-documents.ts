import type { z } from 'zod'
import { taxKey } from '#shared/base/amounts/taxes.ts'
import type { Page } from '#shared/base/paging.ts'
import type { taxDocumentsInput } from '#shared/money/ledger/schemas/tax-report.ts'
import type { TaxDocumentDto } from '#shared/money/ledger/taxes/tax-report.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import {
  afterCursor,
  type Cursor,
  decodeCursor,
  pageAfter,
  spanAfter,
  toPage,
  whereSet,
} from '../../../../base/core/rows/paging.ts'
import { ledgerOf, lossesOf, withClient } from '../../queries/ledger.ts'
import { isListed, kindOfPayment, reversesPayment } from '../../queries/standing.ts'
import { type TaxedDocument, taxedDocuments } from './taxed-documents.ts'

type Input = z.output<typeof taxDocumentsInput>

/** The documents behind a figure of the tax report, newest first. */
export const listTaxDocuments = (ctx: UserCtx, input: Input): Promise<Page<TaxDocumentDto>> =>
  input.side === 'output' && input.basis === 'issued' ? issued(ctx, input) : booked(ctx, input)

async function issued(ctx: UserCtx, input: Input): Promise<Page<TaxDocumentDto>> {
  const { from = null, to = null, currency } = input
  const page = { after: decodeCursor(input.cursor), limit: input.limit + 1 }
  const [documents, losses] = await Promise.all([
    taxedDocuments(ctx, { from, to, currency, rate: input }, page),
    lossesAt(ctx, input, page),
  ])
  const rows = [...documents.map((document) => rowOfDocument(document, input)), ...losses]
    .toSorted((one, other) => other.date.localeCompare(one.date) || other.id.localeCompare(one.id))
    .slice(0, page.limit)
  return toPage(
    rows,
    input.limit,
    ({ date, id }) => [date, id],
    (row) => row,
  )
}

function rowOfDocument(document: TaxedDocument, input: Input): TaxDocumentDto {
  const part = document.parts.find((candidate) => taxKey(candidate) === taxKey({ ...input, tax_note: null }))
  return {
    id: document.id,
    kind: document.kind,
    invoice_id: document.id,
    expense_id: null,
    date: document.issued_on,
    text: document.number,
    client_name: document.client_name,
    currency: document.currency,
    net: part?.net ?? 0,
    tax: part?.tax ?? 0,
    base_net: part?.base_net ?? null,
    base_tax: part?.base_tax ?? null,
  }
}

/** Losses at the rate; the net amount and the tax are rows of their own, as in the ledger. */
async function lossesAt(
  ctx: UserCtx,
  input: Input,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<TaxDocumentDto[]> {
  let losses = lossesOf(ctx, spanAfter({ from: input.from ?? null, to: input.to ?? null }, after))
    .innerJoin('ledger_taxes', 'ledger_taxes.entry_id', 'ledger_entries.id')
    .leftJoin('clients', 'clients.id', 'ledger_entries.client_id')
    .select(['ledger_entries.id', 'ledger_entries.occurred_on', 'ledger_entries.description'])
    .select(['ledger_entries.currency', 'ledger_entries.invoice_id', 'clients.name as client_name'])
    .select(['ledger_taxes.net', 'ledger_taxes.tax', 'ledger_taxes.base_net', 'ledger_taxes.base_tax'])
    .where('ledger_taxes.tax_bps', '=', input.tax_bps)
    .where('ledger_taxes.tax_name', input.tax_name === null ? 'is' : '=', input.tax_name)
    .where('ledger_taxes.tax_category', input.tax_category === null ? 'is' : '=', input.tax_category)
  losses = whereSet(losses, 'ledger_entries.currency', input.currency)
  const rows = await afterCursor(losses, ['ledger_entries.occurred_on', 'ledger_entries.id'], after)
    .limit(limit)
    .execute()
  return rows.map(({ occurred_on, description, net, tax, base_net, base_tax, ...row }) => ({
    ...row,
    kind: 'write_off',
    expense_id: null,
    date: occurred_on,
    text: description,
    net: -net,
    tax: -tax,
    base_net: base_net === null ? null : -base_net,
    base_tax: base_tax === null ? null : -base_tax,
  }))
}

async function booked(ctx: UserCtx, input: Input): Promise<Page<TaxDocumentDto>> {
  const stated = input.tax_bps > 0 || input.tax_name !== null || input.tax_category !== null
  let entries = withClient(ledgerOf(ctx, { from: input.from ?? null, to: input.to ?? null }))
    .leftJoin('ledger_taxes', 'ledger_taxes.entry_id', 'ledger_entries.id')
    .select(['ledger_taxes.net', 'ledger_taxes.tax', 'ledger_taxes.base_net', 'ledger_taxes.base_tax'])
    .select((eb) => reversesPayment(eb).as('reverses'))
    .where('ledger_entries.direction', '=', input.side === 'output' ? 'income' : 'expense')
    .where('ledger_entries.category', '!=', 'exchange_differences')
    .where(isListed)
  entries = stated
    ? entries
        .where('ledger_taxes.tax_bps', '=', input.tax_bps)
        .where('ledger_taxes.tax_name', input.tax_name === null ? 'is' : '=', input.tax_name)
        .where('ledger_taxes.tax_category', input.tax_category === null ? 'is' : '=', input.tax_category)
    : entries.where((eb) =>
        eb.or([
          eb('ledger_taxes.entry_id', 'is', null),
          eb.and([
            eb('ledger_taxes.tax_bps', '=', 0),
            eb('ledger_taxes.tax_name', 'is', null),
            eb('ledger_taxes.tax_category', 'is', null),
          ]),
        ]),
      )
  entries = whereSet(entries, 'ledger_entries.currency', input.currency)
  return pageAfter(entries, ['ledger_entries.occurred_at', 'ledger_entries.id'], input, (row) => ({
    id: row.id,
    kind: row.expense_id !== null ? 'expense' : kindOfPayment(row),
    invoice_id: row.invoice_id,
    expense_id: row.expense_id,
    date: row.occurred_on,
    text: row.description,
    client_name: row.client_name,
    currency: row.currency,
    net: row.net ?? row.amount,
    tax: row.tax ?? 0,
    base_net: row.base_net ?? row.base_amount,
    base_tax: row.base_tax ?? (row.base_amount === null ? null : 0),
  }))
}
