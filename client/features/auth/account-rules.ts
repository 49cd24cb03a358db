import type { Complaint } from './login-rules.ts'

const blank = (text: string) => text.trim() === ''

export interface Registration {
  name: string
  email: string
  password: string
  confirmation: string
  role: 'agency_admin' | 'employee' | 'client'
  agencyName: string
}

/** Checks required fields, then the agency name, then that both passwords match, then their length. */
export function checkRegistration(values: Registration, minLength: number): Complaint | null {
  if (blank(values.name) || blank(values.email) || values.password === '') {
    return { title: 'Missing Information', message: 'Please fill in all required fields.' }
  }
  if (values.role === 'agency_admin' && blank(values.agencyName)) {
    return { title: 'Missing Agency Name', message: 'Please enter your agency name.' }
  }
  if (values.password !== values.confirmation) {
    return { title: "Passwords don't match", message: 'Please ensure both passwords are identical.' }
  }
  if (values.password.length < minLength) {
    return { title: 'Password too short', message: tooShort(minLength) }
  }
  return null
}

export function checkForgotPassword(values: { email: string }): Complaint | null {
  if (!blank(values.email)) return null
  return { title: 'Missing Email', message: 'Please enter your email address.' }
}

export function checkNewPassword(
  values: { password: string; confirmation: string },
  minLength: number,
): Complaint | null {
  if (values.password === '' || values.confirmation === '') {
    return { title: 'Missing Information', message: 'Please fill in all fields.' }
  }
  if (values.password !== values.confirmation) {
    return { title: "Passwords Don't Match", message: 'Please ensure both passwords are identical.' }
  }
  if (values.password.length < minLength) {
    return { title: 'Password Too Short', message: tooShort(minLength) }
  }
  return null
}

const tooShort = (minLength: number) => `Password must be at least ${minLength} characters long.`
