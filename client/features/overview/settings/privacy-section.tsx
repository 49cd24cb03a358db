import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { downloadText } from '#client/lib/loading/download.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { endSession } from '#client/lib/session/end-session.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { agencyExportAddress } from '#shared/overview/agencies.ts'
import { deleteAccountInput } from '#shared/overview/schemas/settings.ts'
import type { SectionProps } from './section/section-props.ts'

export function PrivacySection({ settings }: SectionProps) {
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <ExportCard />
      <SettingsCard
        title="Delete my account"
        description="Your profile is permanently deleted. Hours, messages and payments remain without your name. Your agency keeps its own record of you."
      >
        <Group>
          <Button variant="light" color="red" onClick={() => setDeleting(true)}>
            Delete my account
          </Button>
        </Group>
        {deleting && (
          <DeleteAccountDialog twoFactor={settings.security.two_factor} onClose={() => setDeleting(false)} />
        )}
      </SettingsCard>
    </>
  )
}

function ExportCard() {
  const utils = trpc.useUtils()
  const { agency_id } = useUser()
  const exportsAgency = useCan('agency.export')
  const [busy, setBusy] = useState(false)
  const exportOwn = async () => {
    setBusy(true)
    try {
      const { json } = await utils.settings.exportData.fetch(undefined, { staleTime: 0 })
      downloadText('my-data.json', json, 'application/json')
    } catch (error) {
      errorToast('Failed to export your data')(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <SettingsCard title="Export" description="Download your data as files.">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={busy}
          onClick={() => void exportOwn()}
        >
          Export my data
        </Button>
        {exportsAgency && agency_id !== null && (
          <Button
            variant="default"
            component="a"
            href={agencyExportAddress(agency_id)}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export the agency’s data
          </Button>
        )}
      </Group>
    </SettingsCard>
  )
}

interface DeleteAccountDialogProps {
  twoFactor: boolean
  onClose: () => void
}

function DeleteAccountDialog({ twoFactor, onClose }: DeleteAccountDialogProps) {
  const { email } = useUser()
  const remove = trpc.settings.deleteAccount.useMutation({ meta: { refresh: false } })
  const form = useAppForm({
    schema: deleteAccountInput,
    initialValues: { confirm_email: '', password: '', code: '' },
    onSubmit: async (values) => {
      await remove.mutateAsync(values)
      toast({ title: 'Account deleted', message: 'Your account has been deleted.' })
      endSession()
    },
    fallback: 'Failed to delete the account',
  })
  return (
    <FormDialog
      title="Delete my account"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Delete my account"
      destructive
    >
      <Text size="sm">This can’t be undone. You’ll be signed out on all devices immediately.</Text>
      <TextInput
        label={`Type ${email} to confirm`}
        required
        data-autofocus
        autoComplete="off"
        {...form.fields.getInputProps('confirm_email')}
      />
      <ReAuthFields fields={form.fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
