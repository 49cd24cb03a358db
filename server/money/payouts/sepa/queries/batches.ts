import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { sepaBatchListInput } from '#shared/money/schemas/sepa.ts'
import type { SepaBatchDto, SepaBatchStatus } from '#shared/money/sepa.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { pageAfter } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { openForInstance } from '../../../../base/core/secret-box.ts'
import { batchFileName } from '../../rules.ts'

/** The agency's batches, newest first. */
export function listSepaBatches(
  ctx: AgencyCtx,
  input: z.output<typeof sepaBatchListInput>,
): Promise<Page<SepaBatchDto>> {
  return pageAfter(batchesOf(ctx), ['sepa_batches.created_at', 'sepa_batches.id'], input, toDto)
}

export async function getSepaBatch(ctx: AgencyCtx, id: string): Promise<SepaBatchDto> {
  const row = await batchesOf(ctx).where('sepa_batches.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This batch')
  return toDto(row)
}

/** The file as it was made. */
export async function openBatchFile(ctx: AgencyCtx, id: string): Promise<{ name: string; content: string }> {
  const row = await selectFrom(ctx, 'sepa_batches')
    .select(['execute_on', 'file'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This batch')
  return { name: batchFileName(row.execute_on, id), content: openForInstance(ctx.services.config, row.file) }
}

const batchesOf = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'sepa_batches')
    .select([
      'sepa_batches.id',
      'sepa_batches.total',
      'sepa_batches.transfer_count',
      'sepa_batches.execute_on',
      'sepa_batches.made_by',
      'sepa_batches.settled_at',
      'sepa_batches.cancelled_at',
      'sepa_batches.created_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('sepa_transfers')
        .innerJoin('payouts', 'payouts.id', 'sepa_transfers.payout_id')
        .whereRef('sepa_transfers.agency_id', '=', 'sepa_batches.agency_id')
        .whereRef('sepa_transfers.batch_id', '=', 'sepa_batches.id')
        .where('payouts.status', '=', 'succeeded')
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .$castTo<number>()
        .as('paid_count'),
    )
    .where('sepa_batches.agency_id', '=', ctx.reach.agencyId)
    .$castTo<Omit<SepaBatchDto, 'status'> & Ended>()

interface Ended {
  settled_at: string | null
  cancelled_at: string | null
}

const toDto = ({
  settled_at,
  cancelled_at,
  ...batch
}: Omit<SepaBatchDto, 'status'> & Ended): SepaBatchDto => ({
  ...batch,
  status: statusOf({ settled_at, cancelled_at, ...batch }),
})

/** The bank's statements may have settled all of its payouts one by one. */
function statusOf(batch: Pick<SepaBatchDto, 'paid_count' | 'transfer_count'> & Ended): SepaBatchStatus {
  if (batch.cancelled_at !== null) return 'canceled'
  return batch.settled_at !== null || batch.paid_count === batch.transfer_count ? 'paid' : 'open'
}
