import { z } from 'zod'
import { notFound } from '../../../base/core/calls/errors.ts'
import { openBatchFile } from '../../../money/payouts/sepa/queries/batches.ts'
import { type Endpoint, parameter } from '../endpoint.ts'

/** Files of credit transfers, for owners to upload to their bank. */
export const sepaEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/:id',
    can: 'payout.write',
    agency: true,
    handle: async (ctx, req, res) => {
      const id = z.uuid().safeParse(parameter(req, 'id'))
      if (!id.success) throw notFound('This batch')
      const { name, content } = await openBatchFile(ctx, id.data)
      res.attachment(name).setHeader('x-content-type-options', 'nosniff')
      res.setHeader('cache-control', 'private, no-store')
      res.type('application/xml').send(Buffer.from(content))
    },
  },
]
