import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { HiddenUserName } from '#client/components/forms/hidden-user-name.tsx'
import { PasswordStrength } from '#client/components/forms/password-strength.tsx'
import { CodeField } from '#client/components/forms/proof/re-auth-fields.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { announceRenewal } from '#client/lib/session/session-renewal.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { reAuthFields } from '#shared/identity/schemas/two-factor.ts'
import { checkNewPassword } from '../../../identity/auth/forms/account-rules.ts'
import type { SectionProps } from '../section/section-props.ts'
import classes from '../section/settings.module.css'

/** The reset screen's rules and messages, plus the current password and a code. */
const passwordForm = (minLength: number) =>
  z
    .object({
      current_password: z.string(),
      password: z.string(),
      confirmation: z.string(),
      code: reAuthFields.code,
    })
    .superRefine((values, context) => {
      const complaint =
        values.current_password === ''
          ? checkNewPassword({ password: '', confirmation: '' }, minLength)
          : checkNewPassword(values, minLength)
      if (complaint === null) return
      const path = [values.current_password === '' ? 'current_password' : 'password']
      context.addIssue({ code: 'custom', path, message: complaint.message })
    })

export function PasswordCard({ settings }: SectionProps) {
  const { password_min_length: minLength } = useAppInfo()
  const { name, email } = useUser()
  const [visible, setVisible] = useState(false)
  const change = trpc.settings.changePassword.useMutation()
  const form = useAppForm({
    schema: passwordForm(minLength),
    initialValues: { current_password: '', password: '', confirmation: '', code: '' },
    invalidToast: (message): { title: string; message: string } => ({
      title: titleOf(form.fields.getValues(), minLength),
      message,
    }),
    onSubmit: async ({ current_password, password, code }) => {
      await change.mutateAsync({ current_password, password, code })
      announceRenewal()
      toast({
        title: 'Password Updated',
        message: 'Your other sessions, API tokens and calendar link were revoked.',
      })
    },
    fallback: 'Password Update Failed',
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  const visibility = {
    visible,
    onVisibilityChange: setVisible,
    required: true,
    withAsterisk: false,
    visibilityToggleButtonProps: { 'aria-label': 'Show or hide passwords', tabIndex: 0 },
  }
  return (
    <SettingsCard
      title="Password"
      description="Changing it signs you out on all other devices and revokes your API tokens and calendar link."
    >
      <AppForm form={form}>
        <HiddenUserName email={email} />
        <div className={classes.pair}>
          <PasswordInput
            className={classes.alone}
            label="Current password"
            autoComplete="current-password"
            {...visibility}
            {...fields.getInputProps('current_password')}
          />
          <div>
            <PasswordInput
              label="New password"
              autoComplete="new-password"
              {...visibility}
              {...fields.getInputProps('password')}
            />
            <PasswordStrength password={fields.values.password} about={[name, email]} />
          </div>
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            {...visibility}
            {...fields.getInputProps('confirmation')}
          />
          {settings.security.two_factor && <CodeField fields={fields} withAsterisk={false} />}
        </div>
        <SubmitButton mt="md">Update password</SubmitButton>
      </AppForm>
    </SettingsCard>
  )
}

const titleOf = (
  values: { current_password: string; password: string; confirmation: string },
  minLength: number,
): string => {
  if (values.current_password === '') return 'Missing Information'
  return checkNewPassword(values, minLength)?.title ?? 'Error'
}
