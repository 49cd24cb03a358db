import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AppForm, SubmitButton, useAppForm } from '#client/components/app-form.tsx'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { UserAvatar } from '#client/components/user-avatar.tsx'
import { refreshSession } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { PictureField } from '../section/picture-field.tsx'
import type { SectionProps } from '../section/section-props.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'
import { useUnsavedChanges } from '../section/unsaved-changes.tsx'
import { AgencyCard } from './agency-card.tsx'
import { TimeCard } from './time-card.tsx'

const ChangeEmailDialog = lazyLayer(() => import('./change-email-dialog.tsx'), 'ChangeEmailDialog')
const CollectionCard = lazyPart(() => import('./collection-card.tsx'), 'CollectionCard', 440)
const AutopayCard = lazyPart(() => import('./autopay-card.tsx'), 'AutopayCard', 340)
const loadProfileForm = () => import('./profile-form.ts').then(({ profileForm }) => profileForm)

export function ProfileSection({ settings }: SectionProps) {
  return (
    <>
      <ProfileCard settings={settings} />
      <TimeCard settings={settings} />
      <AgencyCard settings={settings} />
      {settings.agency?.writable && <CollectionCard />}
      {settings.agency?.writable && <AutopayCard />}
    </>
  )
}

function ProfileCard({ settings: { profile } }: SectionProps) {
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
          <TextInput
            label="Email"
            readOnly
            value={profile.email}
            description={
              profile.pending_email === null
                ? undefined
                : `${profile.pending_email} hasn't been confirmed yet.`
            }
          />
          <TextInput label="Company" autoComplete="organization" {...fields.getInputProps('company')} />
        </div>
        <Group gap="xs">
          <SubmitButton>Save profile</SubmitButton>
          <Button variant="default" onClick={() => setChangingEmail(true)}>
            Change email
          </Button>
        </Group>
      </AppForm>
      {changingEmail && <ChangeEmailDialog onClose={() => setChangingEmail(false)} />}
    </SettingsCard>
  )
}
