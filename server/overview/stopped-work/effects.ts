import type { z } from 'zod'
import type { stoppedWorkInput } from '#shared/overview/schemas/stopped-work.ts'
import { notFound } from '../../base/core/calls/errors.ts'
import type { Effects, Purposes } from '../../base/core/context.ts'
import { listStoppedWork } from './queries.ts'

export const STOPPED_WORK_EFFECTS: Effects = {
  'stoppedWork.retry': {
    does: 'Retries an automatic action that the portal stopped after repeated failures.',
    follows:
      'It does what it would have done, such as create an invoice, charge a card, or email a reminder to the client.',
    records: ['work.retried'],
    sends: true,
    preview: async (ctx, { work, item }: z.output<typeof stoppedWorkInput>) => {
      const stopped = (await listStoppedWork(ctx)).find((one) => one.work === work && one.item === item)
      if (stopped === undefined) throw notFound('This work')
      return [`Tried again: ${stopped.title}`]
    },
  },
}

export const STOPPED_WORK_PURPOSES: Purposes = {
  'stoppedWork.list':
    'Lists automatic actions that stopped after repeated failures, with the reason and what to do.',
}
