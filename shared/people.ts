import { z } from 'zod'

export const contributorListInput = z.strictObject({
  /** Only people who can work on this project; the platform's administrator names one to act in its agency. */
  project_id: z.uuid().nullish(),
})

/** Somebody with an account whom the caller may give a quick task to. */
export interface PersonDto {
  user_id: string
  name: string
  role: string
  avatar: string | null
}

/** Somebody a task or project can be assigned to, with or without an account. */
export interface ContributorDto {
  employee_id: string
  /** Null until they accepted an invitation. */
  user_id: string | null
  name: string
  /** Their trade, for instance `senior_developer`. */
  role: string
  agency_id: string
}
