import { Anchor, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { errorData } from '#client/lib/errors.ts'
import { toast, toastDestructive } from '#client/lib/toast.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthProblem } from './auth-problem.tsx'
import classes from './auth-screen.module.css'
import { useEnterPortal } from './enter-portal.ts'
import { describeFailure, useAuthForm } from './use-auth-form.ts'

interface TwoFactorFormProps {
  /** The challenge returned for a correct password. */
  challenge: string
  /** Back to email and password. */
  onBack: () => void
}

/** The second step of sign-in. */
export function TwoFactorForm({ challenge, onBack }: TwoFactorFormProps) {
  const [code, setCode] = useState('')
  const enter = useEnterPortal()
  const form = useAuthForm({
    subject: 'Login',
    check: () =>
      code.trim() === '' ? { title: 'Missing Information', message: 'Please enter the code.' } : null,
    submit: async () => {
      const { redirect_delay_ms } = await verify()
      toast({ title: 'Welcome back!', message: "You're signed in." })
      await enter(redirect_delay_ms)
    },
  })

  async function verify() {
    try {
      return await api.auth.verifyTwoFactor.mutate({ challenge, code })
    } catch (error) {
      if (errorData(error).reason === 'challenge_gone') {
        // This card goes, and with it what would stand in it.
        toastDestructive(describeFailure(error, 'Login'))
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
      <form className={classes.form} noValidate onSubmit={form.onSubmit}>
        <TextInput
          label="Code"
          required
          withAsterisk={false}
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <AuthProblem problem={form.problem} />
        <Button type="submit" loading={form.busy} fullWidth>
          Sign In
        </Button>
      </form>
    </AuthCard>
  )
}
