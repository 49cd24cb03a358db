import { Anchor, Button, PasswordInput, Radio, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { PasswordStrength } from '#client/components/forms/password-strength.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { api } from '#client/lib/calls/api.ts'
import { browserZone } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { ROLE_LABELS, SELF_REGISTERED_ROLES } from '#shared/base/roles.ts'
import { TRIAL_DAYS } from '#shared/identity/auth.ts'
import { AuthCard } from '../auth-card.tsx'
import type { ModeProps } from '../auth-mode.ts'
import classes from '../auth-screen.module.css'
import { ConfirmEmailCard } from '../confirm-email-card.tsx'
import { useEnterPortal } from '../enter-portal.ts'
import { checkRegistration, type Registration } from './account-rules.ts'
import { useAuthForm } from './use-auth-form.ts'

const EMPTY: Registration = {
  name: '',
  email: '',
  password: '',
  confirmation: '',
  role: 'agency_admin',
  agencyName: '',
}

export function RegisterForm({ onMode }: ModeProps) {
  const { password_min_length } = useAppInfo()
  const [values, setValues] = useState(EMPTY)
  const [confirming, setConfirming] = useState(false)
  const enter = useEnterPortal()
  const form = useAuthForm({
    subject: 'Registration',
    check: () => checkRegistration(values, password_min_length),
    submit: async () => {
      const { name, email, password, role, agencyName } = values
      const owner = role === 'agency_admin'
      const { signed_in } = await api.auth.signUp.mutate({
        name,
        email,
        password,
        role,
        ...(owner && { agency_name: agencyName, timezone: browserZone() }),
      })
      if (signed_in) {
        toast({ title: 'Registration Successful', message: 'Your account is ready.' })
        return enter()
      }
      toast({
        title: 'Registration Successful',
        message: 'Please check your email to verify your account.',
      })
      setConfirming(true)
    },
  })
  const text = (field: Exclude<keyof Registration, 'role'>) => ({
    ...form.field(field),
    value: values[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setValues((previous) => ({ ...previous, [field]: value }))
    },
    required: true,
    withAsterisk: false,
  })
  if (confirming) {
    const { email, password } = values
    return (
      <ConfirmEmailCard
        email={email}
        password={password}
        onMode={onMode}
        onChange={() => setConfirming(false)}
      />
    )
  }
  return (
    <AuthCard
      title="Create your account"
      subtitle={`Start your ${TRIAL_DAYS}-day free trial. No credit card required.`}
      footer={
        <>
          Already have an account?{' '}
          <Anchor component="button" type="button" onClick={() => onMode('login')}>
            Sign in
          </Anchor>
        </>
      }
    >
      <form className={classes.form} {...form.props}>
        <TextInput label="Name" autoComplete="name" {...text('name')} />
        <TextInput
          label="Email"
          // Shown afterwards as typed; a field of type `email` would let Chromium change it.
          inputMode="email"
          autoCapitalize="none"
          autoComplete="username"
          {...text('email')}
        />
        <div>
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
            {...text('password')}
          />
          <PasswordStrength password={values.password} about={[values.name, values.email]} />
        </div>
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide confirmation' }}
          {...text('confirmation')}
        />
        <Radio.Group
          label="Account type"
          size="md"
          value={values.role}
          onChange={(role) => setValues((previous) => ({ ...previous, role: role as Registration['role'] }))}
        >
          <Stack gap={8} mt={6}>
            {SELF_REGISTERED_ROLES.map((role) => (
              <Radio key={role} value={role} label={ROLE_LABELS[role]} />
            ))}
          </Stack>
        </Radio.Group>
        {values.role === 'agency_admin' && (
          <TextInput label="Agency name" autoComplete="organization" {...text('agencyName')} />
        )}
        <Button type="submit" loading={form.busy} fullWidth>
          Create account
        </Button>
      </form>
    </AuthCard>
  )
}
