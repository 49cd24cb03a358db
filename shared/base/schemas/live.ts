import { z } from 'zod'

export const liveInput = z.strictObject({
  /** The id of the last event received; missed events are sent first. */
  lastEventId: z.string().max(2_000).nullish(),
})
