import { Anchor, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#client/lib/calls/api.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { AuthCard } from '../auth-card.tsx'
import type { ModeProps } from '../auth-mode.ts'
import classes from '../auth-screen.module.css'
import { checkForgotPassword } from './account-rules.ts'
import { useAuthForm } from './use-auth-form.ts'

export function ForgotPasswordForm({ onMode }: ModeProps) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const form = useAuthForm({
    subject: 'Password Reset',
    check: () => checkForgotPassword({ email }),
    submit: async () => {
      await api.auth.requestPasswordReset.mutate({ email })
      toast({
        title: 'Password Reset Email Sent',
        message: 'Open the link in the email to set a new password.',
      })
      setSent(true)
    },
  })
  if (sent) {
    return (
      <AuthCard
        title="Check Your Email"
        subtitle={`If ${email.trim()} has an account, we’ve sent it a link to set a new password.`}
      >
        <Button fullWidth onClick={() => onMode('login')}>
          Back to Login
        </Button>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Forgot password"
      subtitle="Enter your email and we’ll send you a link to set a new password."
      footer={
        <Anchor component="button" type="button" onClick={() => onMode('login')}>
          Back to Login
        </Anchor>
      }
    >
      <form className={classes.form} {...form.props}>
        <TextInput
          {...form.field('email')}
          label="Email"
          // Shown afterwards as typed; a field of type `email` would let Chromium change it.
          inputMode="email"
          autoCapitalize="none"
          required
          withAsterisk={false}
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={form.busy} fullWidth>
          Send reset link
        </Button>
      </form>
    </AuthCard>
  )
}
