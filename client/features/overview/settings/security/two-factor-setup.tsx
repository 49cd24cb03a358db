import { Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { announceRenewal } from '#client/lib/session/session-renewal.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { passwordConfirmInput, twoFactorConfirmInput } from '#shared/identity/schemas/two-factor.ts'
import type { TwoFactorSetupDto } from '#shared/identity/two-factor.ts'
import classes from '../section/settings.module.css'

interface SetUpTwoFactorProps {
  onClose: () => void
  /** Receives the recovery codes. */
  onDone: (codes: string[]) => void
}

/** Step one asks for the password, step two for the first code after scanning the QR code. */
export function SetUpTwoFactor({ onClose, onDone }: SetUpTwoFactorProps) {
  const [setup, setSetup] = useState<TwoFactorSetupDto | null>(null)
  return setup === null ? (
    <PasswordStep onClose={onClose} onDone={setSetup} />
  ) : (
    <CodeStep setup={setup} onClose={onClose} onDone={onDone} />
  )
}

interface PasswordStepProps {
  onClose: () => void
  onDone: (setup: TwoFactorSetupDto) => void
}

function PasswordStep({ onClose, onDone }: PasswordStepProps) {
  const offer = trpc.settings.setUpTwoFactor.useMutation({ meta: { refresh: false } })
  const form = useAppForm({
    schema: passwordConfirmInput,
    initialValues: { password: '' },
    onSubmit: async (values) => onDone(await offer.mutateAsync(values)),
    fallback: 'Failed to set up 2FA',
  })
  return (
    <FormDialog title="Set up 2FA" opened onClose={onClose} form={form} submitLabel="Continue">
      <Text size="sm" c="dimmed">
        You need an authenticator app on your phone. Turning 2FA on signs you out on all other devices and
        revokes your API tokens and calendar link. Enter your password to continue.
      </Text>
      <PasswordInput
        label="Password"
        required
        data-autofocus
        autoComplete="current-password"
        {...form.fields.getInputProps('password')}
      />
    </FormDialog>
  )
}

interface CodeStepProps extends SetUpTwoFactorProps {
  setup: TwoFactorSetupDto
}

function CodeStep({ setup, onClose, onDone }: CodeStepProps) {
  const confirm = trpc.settings.confirmTwoFactor.useMutation()
  const form = useAppForm({
    schema: twoFactorConfirmInput,
    initialValues: { code: '' },
    onSubmit: async (values) => {
      const { recovery_codes } = await confirm.mutateAsync(values)
      announceRenewal()
      toast({
        title: 'Two-factor authentication enabled',
        message: 'Your other sessions, API tokens and calendar link were revoked.',
      })
      onDone(recovery_codes)
    },
    fallback: 'Failed to set up 2FA',
  })
  const { path, size } = setup.qr
  return (
    <FormDialog title="Set up 2FA" opened onClose={onClose} form={form} submitLabel="Enable 2FA">
      <Group align="start" gap="md" wrap="wrap">
        <svg
          className={classes.qr}
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label="QR code for your authenticator app"
        >
          <path d={path} shapeRendering="crispEdges" />
        </svg>
        <Text size="sm" flex={1} miw={160}>
          Scan the QR code with your authenticator app, or enter the secret manually. Then enter the 6-digit
          code it shows.
        </Text>
      </Group>
      <TextInput label="Secret" readOnly classNames={{ input: classes.code }} value={setup.secret} />
      <TextInput
        label="Code"
        required
        data-autofocus
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.fields.getInputProps('code')}
      />
    </FormDialog>
  )
}
