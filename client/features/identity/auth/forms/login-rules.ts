/** A validation error as toast title and message, with a short text for each affected field. */
export interface Complaint {
  title: string
  message: string
  fields?: Record<string, string>
}

/** Shown at a required field that was left empty. */
export const REQUIRED = 'Required'

/** The named fields that are blank. */
export function blanksOf(fields: Record<string, string>): Record<string, string> | null {
  const blank = Object.entries(fields).filter(([name, value]) =>
    // A password may consist of spaces.
    name === 'password' || name === 'confirmation' ? value === '' : value.trim() === '',
  )
  return blank.length === 0 ? null : Object.fromEntries(blank.map(([name]) => [name, REQUIRED]))
}

export function checkLogin({ email, password }: { email: string; password: string }): Complaint | null {
  const fields = blanksOf({ email, password })
  if (fields === null) return null
  return { title: 'Missing Information', message: 'Please enter both email and password.', fields }
}

/** The second step, if there is one. */
export const checkCode = (code: string | null): Complaint | null =>
  code?.trim() === ''
    ? { title: 'Missing Information', message: 'Please enter the code.', fields: { code: REQUIRED } }
    : null
