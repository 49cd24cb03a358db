import { describe, expect, test } from 'vitest'
import {
  checkForgotPassword,
  checkNewPassword,
  checkRegistration,
  type Registration,
} from '#client/features/identity/auth/forms/account-rules.ts'
import { checkLogin } from '#client/features/identity/auth/forms/login-rules.ts'

const valid: Registration = {
  name: 'Alex Morgan',
  email: 'alex@example.com',
  password: 'secret',
  confirmation: 'secret',
  role: 'agency_admin',
  agencyName: 'Brightline',
}

describe('login', () => {
  test.each([
    { email: '', password: 'x' },
    { email: ' ', password: 'x' },
    { email: 'a@b.cc', password: '' },
  ])('requires email and password: %o', (values) => {
    expect(checkLogin(values)).toMatchObject({
      title: 'Missing Information',
      message: 'Please enter both email and password.',
    })
  })

  test('accepts a complete form', () => {
    expect(checkLogin({ email: 'a@b.cc', password: 'x' })).toBeNull()
  })
})

describe('registration', () => {
  test.each(['name', 'email', 'password'] as const)('requires %s', (field) => {
    expect(checkRegistration({ ...valid, [field]: '' }, 6)).toEqual({
      title: 'Missing Information',
      message: 'Please fill in all required fields.',
      fields: { [field]: 'Required' },
    })
  })

  test("requires an agency name from owners, and doesn't accept blanks", () => {
    const complaint = { title: 'Missing Agency Name', message: 'Please enter your agency name.' }
    expect(checkRegistration({ ...valid, agencyName: '   ' }, 6)).toMatchObject(complaint)
    expect(checkRegistration({ ...valid, agencyName: '', role: 'client' }, 6)).toBeNull()
  })

  test('requires matching passwords', () => {
    expect(checkRegistration({ ...valid, confirmation: 'other' }, 6)).toMatchObject({
      title: "Passwords don't match",
      message: 'Please ensure both passwords are identical.',
    })
  })

  test('requires at least six characters', () => {
    expect(checkRegistration({ ...valid, password: '12345', confirmation: '12345' }, 6)).toMatchObject({
      title: 'Password too short',
      message: 'Password must be at least 6 characters long.',
    })
    expect(checkRegistration(valid, 6)).toBeNull()
  })

  test('reports errors in order: required fields, agency name, mismatch, length', () => {
    const faults = { ...valid, name: '', agencyName: '', password: '123', confirmation: '12' }
    const titleOf = (values: Registration) => checkRegistration(values, 6)?.title
    expect(titleOf(faults)).toBe('Missing Information')
    expect(titleOf({ ...faults, name: 'A' })).toBe('Missing Agency Name')
    expect(titleOf({ ...faults, name: 'A', agencyName: 'B' })).toBe("Passwords don't match")
    expect(titleOf({ ...faults, name: 'A', agencyName: 'B', confirmation: '123' })).toBe('Password too short')
  })
})

test('requires an email to reset a password', () => {
  expect(checkForgotPassword({ email: ' ' })).toMatchObject({
    title: 'Missing Email',
    message: 'Please enter your email address.',
  })
})

describe('a new password', () => {
  test.each([
    [{ password: '', confirmation: 'x' }, 'Missing Information'],
    [{ password: 'abcdef', confirmation: 'abcdeg' }, "Passwords Don't Match"],
    [{ password: 'abc', confirmation: 'abc' }, 'Password Too Short'],
  ])('rejects %o with "%s"', (values, title) => {
    expect(checkNewPassword(values, 6)?.title).toBe(title)
  })

  test('includes a raised minimum length in the message', () => {
    const values = { password: '12345678', confirmation: '12345678' }
    expect(checkNewPassword(values, 10)?.message).toBe('Password must be at least 10 characters long.')
  })
})
