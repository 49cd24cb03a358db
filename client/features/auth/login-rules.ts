/** A validation error as toast title and message. */
export interface Complaint {
  title: string
  message: string
}

export function checkLogin(values: { email: string; password: string }): Complaint | null {
  if (values.email.trim() === '' || values.password === '') {
    return { title: 'Missing Information', message: 'Please enter both email and password.' }
  }
  return null
}
