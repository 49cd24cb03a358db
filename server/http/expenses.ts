import { z } from 'zod'
import { openStorage } from '../adapters/storage.ts'
import { requireStorage } from '../agencies/queries/limits.ts'
import { notFound } from '../core/errors.ts'
import { addReceipt } from '../finance/commands/add-receipt.ts'
import { requireReceipt } from '../finance/queries/receipts.ts'
import { requireBooks } from '../finance/rules.ts'
import { type Endpoint, parameter } from './endpoint.ts'
import { announcedSize, receiveInto, sendStored, takeUpload } from './upload.ts'

/** Receipts of expenses: uploaded before the expense is saved, downloaded by those who read its books. */
export const expenseEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/receipts',
    can: 'finance.write',
    handle: async (ctx, req, res) => {
      requireBooks(ctx)
      if (ctx.reach.agencyId !== null) await requireStorage(ctx, ctx.reach.agencyId, announcedSize(req))
      const storage = openStorage(ctx.services.config)
      const file = await takeUpload(storage, await receiveInto(storage)(req, res))
      try {
        res.status(201).json(await addReceipt(ctx, file))
      } catch (error) {
        await storage.remove(file.key)
        throw error
      }
    },
  },
  {
    method: 'get',
    path: '/receipts/:id',
    can: 'finance.read',
    handle: async (ctx, req, res) => {
      const id = z.uuid().safeParse(parameter(req, 'id'))
      if (!id.success) throw notFound('This receipt')
      await sendStored(res, openStorage(ctx.services.config), await requireReceipt(ctx, id.data))
    },
  },
]
