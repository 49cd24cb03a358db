import { z } from 'zod'
import { ALL_FIRST_STEPS } from '../first-steps.ts'

export const skipStepInput = z.strictObject({ step: z.enum(ALL_FIRST_STEPS), skipped: z.boolean() })
