import { PasswordInput, TextInput } from '@mantine/core'

interface ReAuthFieldsProps {
  fields: { getInputProps: (path: 'password' | 'code') => object }
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
      {twoFactor && (
        <TextInput
          label="Code or recovery code"
          required
          autoComplete="one-time-code"
          {...fields.getInputProps('code')}
        />
      )}
    </>
  )
}
