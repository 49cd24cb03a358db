/** The onboarding steps in order. */
const OWNER = ['brand', 'invoicing', 'rate', 'get_paid', 'client', 'contributor', 'project'] as const
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
  /** The sample project; null if there is none. */
  sample: { id: string; name: string } | null
  /** Whether the caller can add one. */
  offers_sample: boolean
}
