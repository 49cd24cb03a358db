/** Tells password managers which account the form's password belongs to; visually hidden. */
export const HiddenUserName = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
)
