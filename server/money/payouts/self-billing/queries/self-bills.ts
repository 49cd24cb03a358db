import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { selfBillListInput } from '#shared/money/schemas/self-billing.ts'
import { type SelfBillPaper, selfBillTitle } from '#shared/money/self-bill-paper.ts'
import type { SelfBillDto } from '#shared/money/self-billing.ts'
import { keepDocument, renderInTurn } from '../../../../base/adapters/documents/document-renderer.ts'
import { instanceAccount } from '../../../../base/adapters/payments/payment-provider.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { pageAfter, whereSet } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'

/** Self-billed documents and their cancellations, newest first: the agency's, or a contributor's own. */
export async function listSelfBills(
  ctx: AgencyCtx,
  input: z.output<typeof selfBillListInput>,
): Promise<Page<SelfBillDto>> {
  const query = whereSet(documents(ctx), 'self_bills.employee_id', input.employee_id)
  return pageAfter(query, ['self_bills.created_at', 'self_bills.id'], input, toDto)
}

const documents = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'self_bills')
    .innerJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'self_bills.agency_id')
        .onRef('employees.id', '=', 'self_bills.employee_id'),
    )
    .leftJoin('self_bills as canceled', (join) =>
      join
        .onRef('canceled.agency_id', '=', 'self_bills.agency_id')
        .onRef('canceled.id', '=', 'self_bills.cancels_id'),
    )
    .leftJoin('self_bills as cancellation', (join) =>
      join
        .onRef('cancellation.agency_id', '=', 'self_bills.agency_id')
        .onRef('cancellation.cancels_id', '=', 'self_bills.id'),
    )
    .select([
      'self_bills.id',
      'self_bills.employee_id',
      'employees.name as employee_name',
      'self_bills.kind',
      'self_bills.number',
      'self_bills.issued_on',
      'self_bills.currency',
      'self_bills.net',
      'self_bills.tax',
      'canceled.number as cancels_number',
      'self_bills.reason',
      'cancellation.number as canceled_by',
      'self_bills.paper',
      'self_bills.made_by',
      'self_bills.made_side',
      'self_bills.created_at',
    ])
    .where('self_bills.agency_id', '=', ctx.reach.agencyId)

type Row = Awaited<ReturnType<ReturnType<typeof documents>['execute']>>[number]

const toDto = ({ paper, ...row }: Row): SelfBillDto => ({
  ...row,
  title: selfBillTitle(JSON.parse(paper)),
})

/** Its row, with the printed content as it was made. */
export async function requireSelfBill(ctx: AgencyCtx, id: string) {
  const row = await selectFrom(ctx, 'self_bills')
    .selectAll()
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This document')
  const paper: SelfBillPaper = JSON.parse(row.paper)
  return { ...row, paper }
}

/** Renders the document as a PDF, always the same. */
export function printSelfBill(ctx: AgencyCtx, paper: SelfBillPaper): Promise<Buffer> {
  const notice = instanceAccount(ctx.services.config)?.notice ?? null
  return keepDocument({ selfBill: paper, notice }, async () => ({
    pdf: await renderInTurn(ctx.actor.userId, async () => ({ kind: 'self-bill', paper, notice })),
    whole: true,
  }))
}
