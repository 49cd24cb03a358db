import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { api } from '#client/lib/calls/api.ts'
import { errorData } from '#client/lib/calls/errors.ts'
import { announceSignIn } from '#client/lib/session/other-tabs.ts'
import { announceRenewal } from '#client/lib/session/session-renewal.ts'
import { forgetSession, refreshSession } from '#client/lib/session/session-state.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'
import { type Complaint, REQUIRED } from './forms/login-rules.ts'
import { useAuthForm } from './forms/use-auth-form.ts'

/** Above every dialog, below toasts. */
const LAYER = 350

/** Shown over the page when the session expired: asks for the password and keeps the page's state. */
export function SignInAgain({ user }: { user: SessionUserDto }) {
  const { email } = user
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [challenge, setChallenge] = useState<string | null>(null)
  const navigate = useNavigate()
  const form = useAuthForm({
    subject: 'Login',
    check: () => (challenge === null ? missing({ password }) : missing({ code })),
    submit: async () => {
      const answer = await (challenge === null
        ? api.auth.signIn.mutate({ email, password })
        : verify({ challenge, code }))
      if (answer.two_factor_required) return setChallenge(answer.challenge)
      await refreshSession()
      announceRenewal()
      announceSignIn()
    },
  })

  async function verify(step: { challenge: string; code: string }) {
    try {
      return await api.auth.verifyTwoFactor.mutate(step)
    } catch (error) {
      if (errorData(error).reason === 'challenge_gone') setChallenge(null)
      throw error
    }
  }

  const leave = async () => {
    forgetSession()
    await navigate({ to: '/auth' })
  }

  return (
    <Dialog
      opened
      onClose={() => {}}
      title="Sign in again"
      size="sm"
      zIndex={LAYER}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ blur: 6 }}
    >
      <form {...form.props}>
        <Stack gap="sm">
          <Text>Your session has expired. Sign in to continue where you left off.</Text>
          <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
          {challenge === null ? (
            <PasswordInput
              key="password"
              {...form.field('password')}
              label="Password"
              autoComplete="current-password"
              data-autofocus
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          ) : (
            <TextInput
              key="code"
              {...form.field('code')}
              label="Code"
              description="The 6-digit code from your authenticator app, or a recovery code."
              autoComplete="one-time-code"
              autoCapitalize="none"
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          <Button type="submit" loading={form.busy} fullWidth>
            Sign In
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={() => void leave()}>
            Use another account
          </Anchor>
        </Stack>
      </form>
    </Dialog>
  )
}

function missing(field: { password: string } | { code: string }): Complaint | null {
  const [name = '', value = ''] = Object.entries(field)[0] ?? []
  if (value.trim() !== '') return null
  return {
    title: 'Missing Information',
    message: `Please enter the ${name}.`,
    fields: { [name]: REQUIRED },
  }
}
