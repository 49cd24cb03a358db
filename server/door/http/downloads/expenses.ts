import { requireStorage } from '../../../identity/agencies/queries/limits.ts'
import { addReceipt } from '../../../money/ledger/expenses/commands/add-receipt.ts'
import { requireReceipt } from '../../../money/ledger/expenses/queries/receipts.ts'
import { requireBooks } from '../../../money/ledger/rules.ts'
import { type Endpoint, idOf } from '../endpoint.ts'
import { sendStored } from './stored-files.ts'
import { announcedSize, storeUpload } from './upload.ts'

/**
 * Receipts of expenses: uploaded before the expense is saved, downloaded by people with access to its ledger.
 */
export const expenseEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/receipts',
    can: 'finance.write',
    handle: async (ctx, req, res) => {
      requireBooks(ctx)
      if (ctx.reach.agencyId !== null) await requireStorage(ctx, ctx.reach.agencyId, announcedSize(req))
      await storeUpload(ctx, req, res, (file) => addReceipt(ctx, file))
    },
  },
  {
    method: 'get',
    path: '/receipts/:id',
    can: 'finance.read',
    handle: async (ctx, req, res) => {
      await sendStored(ctx, res, await requireReceipt(ctx, idOf(req, 'This receipt')))
    },
  },
]
