import { z } from 'zod'

export const ownerRef = z.strictObject({ user_id: z.uuid() })

export const ownerDisableInput = ownerRef.extend({ disabled: z.boolean() })

/** The primary owner's own password, asked for once more. */
export const handOverInput = ownerRef.extend({
  password: z.string('Please enter your password.').min(1, 'Please enter your password.').max(256),
})

/** Somebody who owns the agency, alone or with others. */
export interface OwnerDto {
  user_id: string
  name: string
  email: string
  avatar: string | null
  /** The one the agency belongs to: their cards pay its plan, and they can't be removed. */
  primary: boolean
  disabled: boolean
  last_login: string | null
}
