import { z } from 'zod'

/** What people do first, in this order. */
const OWNER = ['brand', 'invoicing', 'get_paid', 'client', 'contributor', 'project'] as const
const CONTRIBUTOR = ['picture', 'time', 'week'] as const
const CLIENT = ['picture', 'message', 'card'] as const

export const FIRST_STEPS = {
  super_admin: [],
  agency_admin: OWNER,
  employee: CONTRIBUTOR,
  client: CLIENT,
} as const satisfies Record<string, readonly string[]>
export const ALL_FIRST_STEPS = [...OWNER, ...CONTRIBUTOR, ...CLIENT] as const
export type FirstStep = (typeof ALL_FIRST_STEPS)[number]

export interface FirstStepDto {
  key: FirstStep
  state: 'open' | 'done' | 'skipped'
}

export interface FirstStepsDto {
  steps: FirstStepDto[]
  /** The sample project to look around in; null without one. */
  sample: { id: string; name: string } | null
  /** Whether the caller may add one. */
  offers_sample: boolean
}

export const skipStepInput = z.strictObject({ step: z.enum(ALL_FIRST_STEPS), skipped: z.boolean() })
