import { Router } from 'express'
import { z } from 'zod'
import { notFound } from '../errors.ts'
import { addReceipt } from '../finance/commands/receipts.ts'
import { requireReceipt } from '../finance/queries/receipts.ts'
import { requireBooks } from '../finance/rules.ts'
import { openStorage } from '../services/storage.ts'
import type { Services } from '../trpc/context.ts'
import { requestScope } from './session.ts'
import { receiveInto, sendStored, takeUpload } from './upload.ts'

/** Receipts of expenses: uploaded before the expense is saved, downloaded by those who read its books. */
export function createExpenseRoutes(services: Services): Router {
  const { db } = services
  const storage = openStorage(services.config)
  const receive = receiveInto(storage)
  return Router()
    .post('/receipts', async (req, res) => {
      const scope = await requestScope(services, req, 'finance.write')
      requireBooks(scope)
      const file = await takeUpload(storage, await receive(req, res))
      try {
        res.status(201).json(await addReceipt(db, scope, file))
      } catch (error) {
        await storage.remove(file.key)
        throw error
      }
    })
    .get('/receipts/:id', async (req, res) => {
      const scope = await requestScope(services, req, 'finance.read')
      const id = z.uuid().safeParse(req.params.id)
      if (!id.success) throw notFound('This receipt')
      await sendStored(res, storage, await requireReceipt(db, scope, id.data))
    })
}
