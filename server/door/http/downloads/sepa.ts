import { openBatchFile } from '../../../money/payouts/sepa/queries/batches.ts'
import { type Endpoint, idOf } from '../endpoint.ts'

/** Files of credit transfers, for owners to upload to their bank. */
export const sepaEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/:id',
    can: 'payout.write',
    agency: true,
    handle: async (ctx, req, res) => {
      const { name, content } = await openBatchFile(ctx, idOf(req, 'This batch'))
      res.attachment(name).type('application/xml').send(Buffer.from(content))
    },
  },
]
