import { expect, test } from 'vitest'
import type { AgencyCtx } from '#server/base/core/context.ts'
import { numberedDocuments } from '#server/money/ledger/exports/queries/numbered-documents.ts'
import { addUpDays } from '#server/money/ledger/taxes/queries/tax-sums.ts'
import type { Caller } from '#tests/support/caller.ts'
import { ownerOfMany } from './profit/setup.ts'

const PERIOD = { from: '2024-01-01', to: '2026-12-31' }

async function readAll(pages: AsyncIterable<readonly unknown[]>): Promise<number> {
  let rows = 0
  for await (const page of pages) rows += page.length
  return rows
}

/**
 * The functions that read all documents of a period page by page, with the limit that only the first page may look up.
 */
const READERS: [name: string, limit: string, read: (owner: Caller, ctx: AgencyCtx) => Promise<unknown>][] = [
  ['a tax return', PERIOD.to, (owner) => owner.finance.taxReturn({ ...PERIOD, kind: 'uk-vat-return' })],
  ['daily taxes', PERIOD.to, (_, ctx) => addUpDays(ctx, PERIOD, 'issued')],
  ['an export of documents', PERIOD.from, (_, ctx) => readAll(numberedDocuments(ctx, PERIOD))],
]

test.for(READERS)('the pages of %s start where the previous page ended', async ([, limit, read]) => {
  const { ctx, owner, statements } = await ownerOfMany()
  await read(owner, ctx)
  const pages = statements.filter(({ sql }) => /from "invoices" .* order by "invoices"."issued_on"/.test(sql))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.map(({ parameters }) => parameters.includes(limit))).toEqual(
    pages.map((_, index) => index === 0),
  )
})
