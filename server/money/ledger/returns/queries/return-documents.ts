import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { ReturnDocumentDto } from '#shared/money/ledger/returns.ts'
import type { returnDocumentsInput } from '#shared/money/ledger/schemas/returns.ts'
import type { TaxBasis } from '#shared/money/ledger/taxes/tax-report.ts'
import { hasTax, negated, type SplitPart } from '#shared/money/ledger/taxes/tax-split.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { decodeCursor, toPage } from '../../../../base/core/rows/paging.ts'
import { basisOf, groupsBehind, saleGroup } from '../rules/form.ts'
import type { EntryList } from './entry-list.ts'
import { inputGroup, isLost, isRelieved, RECORDS_AT_ONCE, sumsByGroup } from './return-sums.ts'
import {
  basisOfReturn,
  keyOfGroup,
  nameOfGroup,
  RETURN_DEFINITIONS,
  type ReturnDefinition,
} from './tax-return.ts'
import {
  cursorOfRecord,
  type RecordSide,
  type ReturnPart,
  type TaxedRecord,
  taxedRecords,
} from './taxed-records.ts'

type Input = z.output<typeof returnDocumentsInput>

/** The documents behind a figure of a return, newest first. */
export async function listReturnDocuments(ctx: AgencyCtx, input: Input): Promise<Page<ReturnDocumentDto>> {
  const definition = RETURN_DEFINITIONS[input.kind]
  if ('entries' in definition) return listedEntries(ctx, input, definition.entries)
  const { sides, basis, isBehind, shown = unchanged } = behind(input, definition)
  const pages = taxedRecords(
    ctx,
    { from: input.from, to: input.to },
    { sides, basis },
    { after: decodeCursor(input.cursor), limit: RECORDS_AT_ONCE },
  )
  const found: { record: TaxedRecord; row: ReturnDocumentDto }[] = []
  // One more than the page holds, to know whether another follows.
  for await (const page of pages) {
    for (const record of page) {
      const parts = record.parts.filter((part) => isBehind(part, record)).map(shown)
      const sum = sumsByGroup({ ...record, parts }, () => WANTED).get(WANTED)
      if (sum !== undefined) found.push({ record, row: rowOf(record, sum) })
      if (found.length > input.limit) break
    }
    if (found.length > input.limit) break
  }
  return toPage(
    found,
    input.limit,
    ({ record }) => cursorOfRecord(record),
    ({ row }) => row,
  )
}

async function listedEntries(
  ctx: AgencyCtx,
  input: Input,
  list: EntryList,
): Promise<Page<ReturnDocumentDto>> {
  const page = { key: input.key, after: decodeCursor(input.cursor), limit: input.limit + 1 }
  return toPage(
    await list.rows(ctx, input, page),
    input.limit,
    ({ occurred_at, id }) => [occurred_at, id],
    ({ occurred_at: _at, ...row }) => row,
  )
}

const WANTED = 'wanted'

interface Behind {
  sides: readonly RecordSide[]
  basis: TaxBasis
  /** Tells the parts behind the figure from others. */
  isBehind: (part: SplitPart, record: TaxedRecord) => boolean
  /** The part as the figure counts it. */
  shown?: (part: ReturnPart) => SplitPart
}

const unchanged = (part: ReturnPart): SplitPart => part
const asDeducted = (part: ReturnPart): SplitPart => ({ ...part, ...part.deducted })

function behind(
  { key, basis: asked }: Input,
  definition: Exclude<ReturnDefinition, { entries: EntryList }>,
): Behind {
  if ('list' in definition) {
    const { assign } = definition.list
    return {
      sides: ['output'],
      basis: basisOfReturn(definition, asked),
      isBehind: (part, record) => keyOfGroup(nameOfGroup(assign(part, record))) === key,
    }
  }
  const { form } = definition
  const groups = groupsBehind(form, key)
  if (groups === null) throw new AppError('NOT_FOUND', 'This return has no such figure.')
  const { output, input, undeducted, purchases, losses, relief, figure } = groups
  const basis = basisOf(form, output ?? [], asked)
  const groupOf = saleGroup(form, basis)
  return {
    basis,
    shown: losses ? negated : figure === 'deducted' ? asDeducted : unchanged,
    sides: [
      ...(output || losses ? ['output' as const] : []),
      ...(input || purchases ? ['input' as const] : []),
      ...(relief && basis === 'issued' ? ['relief' as const] : []),
    ],
    isBehind: (part, record) => {
      const { side, kind } = record
      if (side === 'relief')
        return (relief?.includes(record.relief ?? '') ?? false) && isRelieved(form, part, record)
      const wanted = losses === undefined ? output : isLost({ kind }, part) ? losses : []
      if (side === 'output') return wanted?.includes(groupOf(part, record)) ?? false
      if (part.purchase) return purchases?.includes(form.purchases(part.purchase)) ?? false
      if (part.undeducted) return undeducted?.includes(inputGroup(form, part.undeducted.tax_bps)) ?? false
      // The tax report leaves out expenses without tax.
      return hasTax(part) && (input?.includes(form.input(part)) ?? false)
    },
  }
}

function rowOf(
  { id, kind, invoice_id, expense_id, date, text, client_name, currency }: TaxedRecord,
  { net, tax, base_net, base_tax }: Pick<ReturnDocumentDto, 'net' | 'tax' | 'base_net' | 'base_tax'>,
): ReturnDocumentDto {
  const head = { id, kind, invoice_id, expense_id, date, text, client_name, currency }
  return { ...head, net, tax, base_net, base_tax }
}
