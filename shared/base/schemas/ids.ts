import { z } from 'zod'

/** The record that a call is about. */
export const idInput = z.strictObject({ id: z.uuid() })
