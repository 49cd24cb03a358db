import { PasswordInput, TextInput } from '@mantine/core'

interface ReAuthFieldsProps {
  fields: { getInputProps: (path: 'password' | 'code') => object }
  /** Whether two-factor sign-in is on. */
  twoFactor: boolean
}

/** Asks who somebody is once more, as signing in does. */
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
