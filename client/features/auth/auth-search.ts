import { oneOf, searchOf, token } from '#client/lib/search-params.ts'

/** What mailed links hold; the sign-in screen of a guarded address reads the same. */
export const authSearch = searchOf({
  /** Anything else opens the login. */
  mode: oneOf(['login', 'forgot-password', 'reset-password'], 'login'),
  invitation: token,
  token,
  email_token: token,
})
