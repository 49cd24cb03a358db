import { z } from 'zod'
import { notFound } from '../../../base/core/calls/errors.ts'
import { requireStorage } from '../../../identity/agencies/queries/limits.ts'
import { addBillFile } from '../../../money/payouts/bills/commands/add-file.ts'
import { requireBill, requireBillFile } from '../../../money/payouts/bills/queries/bills.ts'
import { getPayout } from '../../../money/payouts/queries.ts'
import { printSelfBill, requireSelfBill } from '../../../money/payouts/self-billing/queries/self-bills.ts'
import { type Endpoint, idOf } from '../endpoint.ts'
import { sendStored } from './stored-files.ts'
import { announcedSize, storeUpload } from './upload.ts'

/** Contributors' bills: uploaded before they are recorded or self-billed; downloaded by the contributor and owners. */
export const billEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/files',
    can: 'payout-bill.write',
    agency: true,
    handle: async (ctx, req, res) => {
      const payoutId = z.uuid().safeParse(req.query.payout_id)
      if (!payoutId.success) throw notFound('This payout')
      await getPayout(ctx, payoutId.data)
      await requireStorage(ctx, ctx.reach.agencyId, announcedSize(req))
      await storeUpload(ctx, req, res, (file) => addBillFile(ctx, payoutId.data, file))
    },
  },
  {
    method: 'get',
    path: '/:id',
    can: 'payout.read',
    agency: true,
    handle: async (ctx, req, res) => {
      const bill = await requireBill(ctx, idOf(req, 'This bill'))
      await sendStored(ctx, res, await requireBillFile(ctx, bill.id))
    },
  },
  {
    method: 'get',
    path: '/self-billed/:id',
    can: 'payout-bill.write',
    agency: true,
    handle: async (ctx, req, res) => {
      const { paper } = await requireSelfBill(ctx, idOf(req, 'This document'))
      const pdf = await printSelfBill(ctx, paper)
      res.attachment(`${paper.number.replaceAll('/', '-')}.pdf`)
      res.type('application/pdf').send(pdf)
    },
  },
]
