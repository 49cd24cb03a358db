import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { lazyPart } from '#client/components/states/lazy-part.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { refreshSession } from '#client/lib/session/session-state.ts'
import { resendVerification, toast } from '#client/lib/toasts/toast.ts'
import { PictureField } from '../section/picture-field.tsx'
import type { SectionProps } from '../section/section-props.ts'
import classes from '../section/settings.module.css'
import { AgencyCard } from './agency-card.tsx'
import { TimeCard } from './time-card.tsx'

const ChangeEmailDialog = lazyLayer(() => import('./change-email-dialog.tsx'), 'ChangeEmailDialog')
const OwnerCards = lazyPart(() => import('./owner-cards.tsx'), 'OwnerCards', 1020)
const loadProfileForm = () => import('./profile-form.ts').then(({ profileForm }) => profileForm)

function standingOf({ pending_email, email_confirmed }: SectionProps['settings']['profile']) {
  if (pending_email !== null) return `${pending_email} hasn’t been confirmed yet.`
  return email_confirmed ? undefined : 'Not confirmed yet: open the link that was sent to this address.'
}

export function ProfileSection({ settings }: SectionProps) {
  return (
    <>
      <ProfileCard settings={settings} />
      <TimeCard settings={settings} />
      <AgencyCard settings={settings} />
      {settings.agency?.writable && <OwnerCards settings={settings} />}
    </>
  )
}

function ProfileCard({ settings: { profile, security } }: SectionProps) {
  const [changingEmail, setChangingEmail] = useState(false)
  const update = trpc.auth.updateProfile.useMutation()
  const form = useAppForm({
    schema: loadProfileForm,
    initialValues: {
      first_name: profile.first_name,
      last_name: profile.last_name,
      company: profile.company ?? '',
    },
    onSubmit: async ({ first_name, last_name, company }) => {
      await update.mutateAsync({ name: `${first_name} ${last_name}`.trim(), company })
      await refreshSession()
      toast({ title: 'Profile Updated', message: 'Your profile has been saved.' })
    },
    fallback: 'Update Failed',
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  return (
    <SettingsCard title="Profile">
      <PictureField kind="avatar" noun="avatar" picture={profile.avatar}>
        <UserAvatar name={profile.name} src={profile.avatar} size={56} />
      </PictureField>
      <AppForm form={form} className={classes.section}>
        <div className={classes.pair}>
          <TextInput
            label="First name"
            required
            withAsterisk={false}
            autoComplete="given-name"
            {...fields.getInputProps('first_name')}
          />
          <TextInput label="Last name" autoComplete="family-name" {...fields.getInputProps('last_name')} />
          <TextInput label="Email" readOnly value={profile.email} description={standingOf(profile)} />
          <TextInput label="Company" autoComplete="organization" {...fields.getInputProps('company')} />
        </div>
        <Group gap="xs">
          <SubmitButton>Save profile</SubmitButton>
          <Button variant="default" onClick={() => setChangingEmail(true)}>
            Change email
          </Button>
          {!profile.email_confirmed && (
            <Button variant="default" onClick={() => void resendVerification()}>
              Send confirmation link
            </Button>
          )}
        </Group>
      </AppForm>
      {changingEmail && (
        <ChangeEmailDialog twoFactor={security.two_factor} onClose={() => setChangingEmail(false)} />
      )}
    </SettingsCard>
  )
}
