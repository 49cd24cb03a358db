/** A user the caller may assign a quick task to. */
export interface PersonDto {
  user_id: string
  name: string
  role: string
  avatar: string | null
}

/** An assignee of tasks and projects, with or without an account. */
export interface ContributorDto {
  employee_id: string
  /** Null until they accept an invitation. */
  user_id: string | null
  name: string
  /** Their job title, for example `senior_developer`. */
  role: string
  agency_id: string
  /** Null unless deactivated. */
  deactivated_at: string | null
}
