import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core'

interface Fields<Path extends string> {
  fields: { getInputProps: (path: Path) => object }
}

interface ReAuthFieldsProps extends Fields<'password' | 'code'> {
  /** Whether two-factor sign-in is on. */
  twoFactor: boolean
}

/** Asks the user to authenticate again, as at sign-in. */
export function ReAuthFields({ fields, twoFactor }: ReAuthFieldsProps) {
  return (
    <>
      <PasswordInput
        label="Password"
        required
        autoComplete="current-password"
        {...fields.getInputProps('password')}
      />
      {twoFactor && <CodeField fields={fields} />}
    </>
  )
}

/** The second factor, beside a password. */
export const CodeField = ({ fields, ...props }: Fields<'code'> & Pick<TextInputProps, 'withAsterisk'>) => (
  <TextInput
    label="Code or recovery code"
    required
    autoComplete="one-time-code"
    {...props}
    {...fields.getInputProps('code')}
  />
)
