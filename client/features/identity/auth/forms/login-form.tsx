import { Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { fetchAppInfo, useAppInfo } from '#client/lib/app-info.ts'
import { api } from '#client/lib/calls/api.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { BY_INVITATION } from '#shared/base/errors.ts'
import { AuthCard } from '../auth-card.tsx'
import type { ModeProps } from '../auth-mode.ts'
import classes from '../auth-screen.module.css'
import { useWelcome } from '../enter-portal.ts'
import { checkLogin } from './login-rules.ts'
import { useAuthForm } from './use-auth-form.ts'

const TwoFactorForm = lazyComponent(() => import('./two-factor-form.tsx'), 'TwoFactorForm')

interface LoginFormProps extends ModeProps {
  /** Explains why the user needs to sign in. */
  notice: string | null
}

export function LoginForm({ onMode, notice }: LoginFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [challenge, setChallenge] = useState<string | null>(null)
  const welcome = useWelcome()
  const form = useAuthForm({
    subject: 'Login',
    check: () => checkLogin({ email, password }),
    hint: demoHint,
    submit: async () => {
      const answer = await api.auth.signIn.mutate({ email, password })
      if (answer.two_factor_required) return setChallenge(answer.challenge)
      await welcome(answer)
    },
  })
  const startAgain = () => {
    setPassword('')
    setChallenge(null)
  }
  if (challenge !== null) return <TwoFactorForm challenge={challenge} onBack={startAgain} />
  return (
    <AuthCard
      title="Welcome to your portal"
      subtitle="Sign in to your agency management portal"
      footer={
        // Sign-up is hidden until it is known to be open; the space is reserved.
        <Suspense fallback={<>&nbsp;</>}>
          <NoAccountYet onSignUp={() => onMode('register')} />
        </Suspense>
      }
    >
      {notice !== null && <Text size="sm">{notice}</Text>}
      <form className={classes.form} {...form.props}>
        <TextInput
          {...form.field('email')}
          label="Email"
          type="email"
          required
          withAsterisk={false}
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          {...form.field('password')}
          label="Password"
          required
          withAsterisk={false}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Anchor
          component="button"
          type="button"
          ta="right"
          size="sm"
          onClick={() => onMode('forgot-password')}
        >
          Forgot password?
        </Anchor>
        <Button type="submit" loading={form.busy} fullWidth>
          Sign In
        </Button>
      </form>
      <Suspense>
        <DemoAccounts />
      </Suspense>
    </AuthCard>
  )
}

function NoAccountYet({ onSignUp }: { onSignUp: () => void }) {
  if (!useAppInfo().registration_open) return BY_INVITATION
  return (
    <>
      Don’t have an account?{' '}
      <Anchor component="button" type="button" onClick={onSignUp}>
        Sign up
      </Anchor>
    </>
  )
}

async function demoHint(): Promise<string> {
  const { demo, demo_accounts, demo_password } = await fetchAppInfo()
  const [first] = demo_accounts
  if (!demo || first === undefined || demo_password === null) return ''
  return `Demo credentials: ${first.email} / ${demo_password}`
}

/** Only demo installations list accounts. */
function DemoAccounts() {
  const { demo_accounts, demo_password } = useAppInfo()
  if (demo_accounts.length === 0) return null
  return (
    <section className={classes.demo} aria-label="Demo credentials">
      <Text fw={600} size="sm">
        Demo credentials
      </Text>
      <ul>
        {demo_accounts.map(({ email, label }) => (
          <li key={email}>
            <Text span inherit c="dimmed">
              {label}
            </Text>
            <span>{email}</span>
          </li>
        ))}
      </ul>
      <Text size="sm">
        <Text span inherit c="dimmed">
          Password:{' '}
        </Text>
        {demo_password}
      </Text>
    </section>
  )
}
