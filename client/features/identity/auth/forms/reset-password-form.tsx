import { Anchor, Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { HiddenUserName } from '#client/components/forms/hidden-user-name.tsx'
import { PasswordStrength } from '#client/components/forms/password-strength.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { api } from '#client/lib/calls/api.ts'
import { useSession } from '#client/lib/session/session-state.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { useAccent } from '#client/theme/accent.ts'
import {
  type LinkBrandDto,
  REDIRECT_AFTER_PASSWORD_UPDATE_MS,
  TWO_FACTOR_ENDED,
} from '#shared/identity/auth.ts'
import { AuthCard } from '../auth-card.tsx'
import type { ModeProps } from '../auth-mode.ts'
import classes from '../auth-screen.module.css'
import { checkNewPassword } from './account-rules.ts'
import { useAuthForm } from './use-auth-form.ts'

export function ResetPasswordForm({ token, onMode }: ModeProps & { token: string | null }) {
  const { app_name, password_min_length } = useAppInfo()
  const { user } = useSession()
  const link = useLinkBrand(token)
  const email = token === null ? user?.email : link?.email
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [visible, setVisible] = useState(false)
  const [updated, setUpdated] = useState(false)
  const navigate = useNavigate()
  const form = useAuthForm({
    subject: 'Password Update',
    check: () => checkNewPassword({ password, confirmation }, password_min_length),
    submit: async () => {
      const { two_factor_ended } = await api.auth.resetPassword.mutate({ token, password })
      const message = 'You can sign in with your new password.'
      toast({
        title: 'Password Updated',
        message: two_factor_ended ? `${message} ${TWO_FACTOR_ENDED}` : message,
      })
      setUpdated(true)
      setTimeout(() => {
        onMode('login')
        void navigate({ to: '/auth', search: {} })
      }, REDIRECT_AFTER_PASSWORD_UPDATE_MS)
    },
  })
  if (updated) return <AuthCard title="Password Updated!" subtitle="Redirecting you to sign in." />
  const type = visible ? 'text' : 'password'
  return (
    <AuthCard
      title="Set a new password"
      subtitle={
        link?.agency_name == null
          ? 'Choose a password you don’t use anywhere else.'
          : `For ${link.agency_name}, by ${app_name}. Choose a password you don’t use anywhere else.`
      }
      footer={
        <Anchor component="button" type="button" onClick={() => onMode('login')}>
          Back to Login
        </Anchor>
      }
    >
      <form className={classes.form} {...form.props}>
        {email !== undefined && <HiddenUserName email={email} />}
        <div>
          <TextInput
            {...form.field('password')}
            label="New password"
            type={type}
            required
            withAsterisk={false}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <PasswordStrength password={password} about={[]} />
        </div>
        <TextInput
          {...form.field('confirmation')}
          label="Confirm password"
          type={type}
          required
          withAsterisk={false}
          autoComplete="new-password"
          value={confirmation}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          {visible ? 'Hide passwords' : 'Show passwords'}
        </Anchor>
        <Button type="submit" loading={form.busy} fullWidth>
          Update password
        </Button>
      </form>
    </AuthCard>
  )
}

/** The account whose password the link resets, and the agency's brand, once known; the page also works without them. */
function useLinkBrand(token: string | null): LinkBrandDto | null {
  const [brand, setBrand] = useState<LinkBrandDto | null>(null)
  useEffect(() => {
    if (token !== null) api.auth.linkBrand.query({ token }).then(setBrand, () => setBrand(null))
  }, [token])
  useAccent(brand?.accent ?? null)
  return brand
}
