import { z } from 'zod'
import { MAX_AMOUNT } from '../../../base/amounts/money.ts'
import { REQUIRED } from '../../../base/errors.ts'
import { requiredText, textList } from '../../../base/schemas/text.ts'
import { BILLING_INTERVALS, PLAN_KINDS } from '../packages.ts'

const roomLimit = z.int().min(1).max(1_000_000).nullable().default(null)

export const planSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  kind: z.enum(PLAN_KINDS).default('package'),
  name: requiredText(REQUIRED, 60),
  description: requiredText(REQUIRED, 300),
  /** Minor units; null means a price on request. */
  price: z.int('Price must be a number').min(0, 'Price cannot be negative').max(MAX_AMOUNT).nullable(),
  billing_interval: z.enum(BILLING_INTERVALS).default('month'),
  member_limit: roomLimit,
  project_limit: roomLimit,
  storage_limit_gb: roomLimit,
  features: textList(30, 120).default([]),
  popular: z.boolean().default(false),
})
export type PlanSaveInput = z.input<typeof planSaveInput>

export const planListInput = z.strictObject({
  kind: z.enum(PLAN_KINDS).nullish(),
  archived: z.boolean().default(false),
})
