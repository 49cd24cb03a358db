import { Button, Group, PasswordInput, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { CodeField } from '#client/components/forms/proof/re-auth-fields.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { announceRenewal } from '#client/lib/session/session-renewal.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { passwordAndCodeInput } from '#shared/identity/schemas/two-factor.ts'
import { RECOVERY_CODES } from '#shared/identity/two-factor.ts'
import type { SectionProps } from '../section/section-props.ts'
import { RecoveryCodesDialog } from './recovery-codes.tsx'
import { SetUpTwoFactor } from './two-factor-setup.tsx'

type Dialog = 'set-up' | 'disable' | 'renew' | null

/** Two-factor authentication: setup, disabling and recovery codes. */
export function TwoFactorCard({ settings: { security } }: SectionProps) {
  const [dialog, setDialog] = useState<Dialog>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => setDialog(null)
  const tell = (recoveryCodes: string[]) => {
    close()
    setCodes(recoveryCodes)
  }
  return (
    <SettingsCard
      title="Two-factor authentication"
      description="Require a code from an authenticator app after your password."
    >
      <Group gap="xs">
        {security.two_factor ? (
          <StatusBadge status="active" label="On" />
        ) : (
          <StatusBadge status="draft" label="Off" />
        )}
        {security.two_factor && (
          <Text size="sm" c="dimmed">
            {security.recovery_codes_left} of {RECOVERY_CODES} recovery codes left
          </Text>
        )}
      </Group>
      {security.two_factor ? (
        <Group gap="xs">
          <Button variant="default" onClick={() => setDialog('renew')}>
            New recovery codes
          </Button>
          <Button variant="default" color="red" onClick={() => setDialog('disable')}>
            Disable 2FA
          </Button>
        </Group>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setDialog('set-up')}>
            Enable 2FA Setup
          </Button>
        </Group>
      )}
      {dialog === 'set-up' && <SetUpTwoFactor onClose={close} onDone={tell} />}
      {dialog === 'disable' && <DisableDialog onClose={close} />}
      {dialog === 'renew' && <RenewDialog onClose={close} onDone={tell} />}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </SettingsCard>
  )
}

function DisableDialog({ onClose }: { onClose: () => void }) {
  const disable = trpc.settings.disableTwoFactor.useMutation()
  const form = useAppForm({
    schema: passwordAndCodeInput,
    initialValues: { password: '', code: '' },
    onSubmit: async (values) => {
      await disable.mutateAsync(values)
      announceRenewal()
      toast({ title: 'Two-factor authentication disabled' })
      onClose()
    },
    fallback: 'Failed to disable 2FA',
  })
  return (
    <FormDialog
      title="Disable 2FA"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Disable 2FA"
      destructive
    >
      <PasswordAndCode fields={form.fields} />
    </FormDialog>
  )
}

interface RenewDialogProps {
  onClose: () => void
  onDone: (codes: string[]) => void
}

function RenewDialog({ onClose, onDone }: RenewDialogProps) {
  const renew = trpc.settings.renewRecoveryCodes.useMutation()
  const form = useAppForm({
    schema: passwordAndCodeInput,
    initialValues: { password: '', code: '' },
    onSubmit: async (values) => onDone((await renew.mutateAsync(values)).recovery_codes),
    fallback: 'Failed to create new recovery codes',
  })
  return (
    <FormDialog
      title="New recovery codes"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Create new codes"
    >
      <Text size="sm" c="dimmed">
        Your current codes will stop working.
      </Text>
      <PasswordAndCode fields={form.fields} />
    </FormDialog>
  )
}

function PasswordAndCode({ fields }: { fields: UseFormReturnType<{ password: string; code: string }> }) {
  return (
    <>
      <PasswordInput
        label="Password"
        required
        data-autofocus
        autoComplete="current-password"
        {...fields.getInputProps('password')}
      />
      <CodeField fields={fields} />
    </>
  )
}
