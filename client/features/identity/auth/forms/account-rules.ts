import { blanksOf, type Complaint, REQUIRED } from './login-rules.ts'

export interface Registration {
  name: string
  email: string
  password: string
  confirmation: string
  role: 'agency_admin' | 'employee' | 'client'
  agencyName: string
}

const FILL_IN = { title: 'Missing Information', message: 'Please fill in all required fields.' }

/** Checks required fields, then the agency name, then that both passwords match, then their length. */
export function checkRegistration(values: Registration, minLength: number): Complaint | null {
  const { name, email, password, confirmation, role, agencyName } = values
  if (blanksOf({ name, email, password }) !== null) {
    // Marks all other missing fields as well.
    const owner = role === 'agency_admin' && { agencyName }
    return { ...FILL_IN, fields: blanksOf({ name, email, password, confirmation, ...owner }) ?? {} }
  }
  if (role === 'agency_admin' && agencyName.trim() === '') {
    const fields = { agencyName: REQUIRED }
    return { title: 'Missing Agency Name', message: 'Please enter your agency name.', fields }
  }
  if (password !== confirmation) return mismatch("Passwords don't match")
  if (password.length < minLength) return tooShort('Password too short', minLength)
  return null
}

/** Invited users enter a name and a password. */
export function checkInvited(
  { name, password }: { name: string; password: string },
  minLength: number,
): Complaint | null {
  const fields = blanksOf({ name })
  if (fields !== null) return { ...FILL_IN, fields: blanksOf({ name, password }) ?? fields }
  // No confirmation field: the password can be shown, and a mistyped one can be reset.
  return checkNewPassword({ password, confirmation: password }, minLength)
}

export function checkForgotPassword({ email }: { email: string }): Complaint | null {
  const fields = blanksOf({ email })
  return fields && { title: 'Missing Email', message: 'Please enter your email address.', fields }
}

export function checkNewPassword(
  { password, confirmation }: { password: string; confirmation: string },
  minLength: number,
): Complaint | null {
  const fields = blanksOf({ password, confirmation })
  if (fields !== null) return { title: 'Missing Information', message: 'Please fill in all fields.', fields }
  if (password !== confirmation) return mismatch("Passwords Don't Match")
  if (password.length < minLength) return tooShort('Password Too Short', minLength)
  return null
}

const mismatch = (title: string): Complaint => ({
  title,
  message: 'Please ensure both passwords are identical.',
  fields: { confirmation: 'Doesn’t match the password' },
})

const tooShort = (title: string, minLength: number): Complaint => ({
  title,
  message: `Password must be at least ${minLength} characters long.`,
  fields: { password: `At least ${minLength} characters` },
})
