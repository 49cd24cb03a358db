import { z } from 'zod'
import { WORK_KINDS, type WorkKindName } from '../stopped-work.ts'

export const stoppedWorkInput = z.strictObject({
  work: z.enum(Object.keys(WORK_KINDS) as WorkKindName[]),
  item: z.string().max(500),
})
