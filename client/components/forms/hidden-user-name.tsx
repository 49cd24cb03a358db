/** Tells password managers whose password the form is about; not shown to people. */
export const HiddenUserName = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
)
