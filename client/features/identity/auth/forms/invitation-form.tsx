import { Anchor, Button, Loader, PasswordInput, TextInput } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { HiddenUserName } from '#client/components/forms/hidden-user-name.tsx'
import { PasswordStrength } from '#client/components/forms/password-strength.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { api } from '#client/lib/calls/api.ts'
import { errorData, serverMessage } from '#client/lib/calls/errors.ts'
import { useSession } from '#client/lib/session/session-state.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { useAccent } from '#client/theme/accent.ts'
import { hasBrand } from '#shared/identity/brand.ts'
import { AuthCard } from '../auth-card.tsx'
import type { ModeProps } from '../auth-mode.ts'
import classes from '../auth-screen.module.css'
import { useEnterPortal } from '../enter-portal.ts'
import { checkInvited } from './account-rules.ts'
import { type Complaint, checkCode, checkLogin } from './login-rules.ts'
import { useAuthForm } from './use-auth-form.ts'

type Invitation = Awaited<ReturnType<typeof api.invitations.get.query>>

/** A used, withdrawn or expired invitation, or an incomplete link. */
const INVALID = ['NOT_FOUND', 'BAD_REQUEST']

/** Accepts an emailed invitation with a new account, or with the account the email already has. */
export function InvitationForm({ token, onMode }: ModeProps & { token: string }) {
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const load = useCallback(() => {
    setFailure(null)
    api.invitations.get.query({ token }).then(setInvitation, setFailure)
  }, [token])
  useEffect(load, [load])
  if (failure !== null) {
    const isInvalid = INVALID.includes(errorData(failure).code ?? '')
    return (
      <AuthCard
        title={isInvalid ? 'This invitation isn’t valid' : 'Couldn’t load the invitation'}
        subtitle={serverMessage(failure) ?? 'Check your connection and try again.'}
        footer={
          <Anchor href="/auth" onClick={() => onMode('login')}>
            Back to Login
          </Anchor>
        }
      >
        {!isInvalid && (
          <Button fullWidth onClick={load}>
            Try again
          </Button>
        )}
      </AuthCard>
    )
  }
  if (invitation === null) return <Loader size="sm" />
  return <JoinForm token={token} invitation={invitation} />
}

function JoinForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { user } = useSession()
  const { app_name, password_min_length } = useAppInfo()
  const [name, setName] = useState(invitation.name ?? '')
  const [password, setPassword] = useState('')
  // Null until the account turns out to use two-factor sign-in.
  const [code, setCode] = useState<string | null>(null)
  const enter = useEnterPortal()
  const { email, agency_name, has_account, brand } = invitation
  useAccent(brand.accent)
  const recognized = user?.email === email

  function check(): Complaint | null {
    if (recognized) return null
    if (has_account) return checkLogin({ email, password }) ?? checkCode(code)
    return checkInvited({ name, password }, password_min_length)
  }

  const form = useAuthForm({
    subject: has_account ? 'Login' : 'Registration',
    check,
    submit: async () => {
      if (!(await accept())) return
      toast({
        title: has_account ? 'Welcome back!' : `Welcome to ${agency_name}`,
        message: has_account ? `You’ve joined ${agency_name}.` : 'Your account is ready.',
      })
      await enter()
    },
  })

  /** False if the account needs a code, too. */
  async function accept(): Promise<boolean> {
    try {
      if (recognized) await api.invitations.accept.mutate({ token })
      else if (!has_account) await api.invitations.accept.mutate({ token, name, password })
      else await api.invitations.accept.mutate({ token, password, code: code ?? undefined })
      return true
    } catch (error) {
      if (errorData(error).reason !== 'code_missing') throw error
      setCode('')
      return false
    }
  }

  return (
    <AuthCard
      title={`Join ${agency_name}`}
      subtitle={`This invitation was sent to ${email}.`}
      footer={hasBrand(brand) ? `by ${app_name}` : undefined}
    >
      {brand.logo !== null && (
        <img
          className={classes.agency}
          src={`/documents/invitations/${encodeURIComponent(token)}/logo`}
          alt={agency_name}
        />
      )}
      <form className={classes.form} {...form.props}>
        {!has_account && (
          <TextInput
            {...form.field('name')}
            label="Name"
            required
            withAsterisk={false}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {!recognized && (
          <div>
            <HiddenUserName email={email} />
            <PasswordInput
              {...form.field('password')}
              label="Password"
              required
              withAsterisk={false}
              autoComplete={has_account ? 'current-password' : 'new-password'}
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {!has_account && <PasswordStrength password={password} about={[name, email]} />}
          </div>
        )}
        {code !== null && !recognized && (
          <TextInput
            {...form.field('code')}
            label="Code"
            description="Enter the 6-digit code from your authenticator app, or a recovery code."
            required
            withAsterisk={false}
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="none"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" loading={form.busy} fullWidth>
          Accept invitation
        </Button>
      </form>
    </AuthCard>
  )
}
