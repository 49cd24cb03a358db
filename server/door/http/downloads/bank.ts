import { rm } from 'node:fs/promises'
import { bankFileInput } from '#shared/money/bank/schemas/bank.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import { importStatements } from '../../../money/bank/commands/import-statements.ts'
import { cleanFileName } from '../../../work/files/rules.ts'
import type { Endpoint } from '../endpoint.ts'
import { receiveFile } from './upload.ts'

/** Bank statements: read in a worker, then imported or only described, without storing the file. */
export const bankEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/statements',
    can: 'finance.write',
    agency: true,
    handle: async (ctx, req, res) => {
      const input = bankFileInput.safeParse(req.query)
      if (!input.success) {
        throw new AppError('BAD_REQUEST', input.error.issues[0]?.message ?? 'Invalid input.')
      }
      const { path, originalname, size } = await receiveFile(ctx, req, res)
      try {
        const file = { path, name: cleanFileName(originalname), size }
        res.status(201).json(await importStatements(ctx, file, input.data))
      } finally {
        await rm(path, { force: true })
      }
    },
  },
]
