import { Anchor, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#client/lib/calls/api.ts'
import { errorData } from '#client/lib/calls/errors.ts'
import { AuthCard } from '../auth-card.tsx'
import classes from '../auth-screen.module.css'
import { useWelcome } from '../enter-portal.ts'
import { checkCode } from './login-rules.ts'
import { useAuthForm } from './use-auth-form.ts'

interface TwoFactorFormProps {
  /** The challenge returned for a correct password. */
  challenge: string
  /** Back to email and password. */
  onBack: () => void
}

/** The second step of sign-in. */
export function TwoFactorForm({ challenge, onBack }: TwoFactorFormProps) {
  const [code, setCode] = useState('')
  const welcome = useWelcome()
  const form = useAuthForm({
    subject: 'Login',
    check: () => checkCode(code),
    submit: async () => {
      await welcome(await verify())
    },
  })

  async function verify() {
    try {
      return await api.auth.verifyTwoFactor.mutate({ challenge, code })
    } catch (error) {
      if (errorData(error).reason === 'challenge_gone') {
        onBack()
      }
      throw error
    }
  }

  return (
    <AuthCard
      title="Two-factor authentication"
      subtitle="Enter the 6-digit code from your authenticator app, or a recovery code."
      footer={
        <Anchor component="button" type="button" onClick={onBack}>
          Back to Login
        </Anchor>
      }
    >
      <form className={classes.form} {...form.props}>
        <TextInput
          {...form.field('code')}
          label="Code"
          required
          withAsterisk={false}
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={form.busy} fullWidth>
          Sign In
        </Button>
      </form>
    </AuthCard>
  )
}
