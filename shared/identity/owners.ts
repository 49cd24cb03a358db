/** An owner of the agency, which may have more than one. */
export interface OwnerDto {
  user_id: string
  name: string
  email: string
  avatar: string | null
  /** The primary owner, whose card pays the plan and who can't be removed. */
  primary: boolean
  disabled: boolean
  last_login: string | null
  /** Whether they sign in with a second factor, which other owners may reset. */
  two_factor: boolean
}

/** Whether a member has a second factor that the caller may reset. */
export interface TwoFactorUseDto {
  two_factor: boolean
}
