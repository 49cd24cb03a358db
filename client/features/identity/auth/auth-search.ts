import { oneOf, searchOf, token } from '#client/lib/search-params.ts'

/** Parameters of emailed links; the sign-in screen on a guarded URL reads the same ones. */
export const authSearch = searchOf({
  /** Any other value opens the login form. */
  mode: oneOf(['login', 'register', 'forgot-password', 'reset-password'], 'login'),
  invitation: token,
  token,
  email_token: token,
})
