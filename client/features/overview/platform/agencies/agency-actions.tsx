import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ResetTwoFactorDialog, useResettable } from '#client/components/forms/proof/reset-two-factor.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { refreshSession } from '#client/lib/session/session-state.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { type AgencyDetailsDto, agencyExportAddress } from '#shared/overview/agencies.ts'
import { agencyPlanInput, extendTrialInput } from '#shared/overview/schemas/agencies.ts'
import { DeleteAgency } from './delete-agency.tsx'
import { PlanSelect } from './plan-select.tsx'

interface AgencyProps {
  agency: AgencyDetailsDto
}

type Dialog = 'plan' | 'trial' | 'suspend' | 'delete' | 'reset' | null

/** The platform administrator's actions on an agency. */
export function AgencyActions({ agency }: AgencyProps) {
  const [dialog, setDialog] = useState<Dialog>(null)
  const close = () => setDialog(null)
  const resettable = useResettable(agency.owner_email)
  const viewAs = trpc.agencies.viewAs.useMutation({
    onError: errorToast('Couldn’t open the agency'),
    onSuccess: refreshSession,
  })
  const resume = trpc.agencies.setSuspended.useMutation({
    onError: errorToast('Failed to resume the agency'),
    onSuccess: () => toast({ title: 'Agency resumed', message: `${agency.name} has access again.` }),
  })
  return (
    <Section title="Actions">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          loading={viewAs.isPending}
          onClick={() => viewAs.mutate({ id: agency.id })}
        >
          View as
        </Button>
        <Button
          variant="default"
          component="a"
          href={agencyExportAddress(agency.id)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export data
        </Button>
        <Button variant="default" onClick={() => setDialog('plan')}>
          Change plan
        </Button>
        {agency.status === 'trial' && (
          <Button variant="default" onClick={() => setDialog('trial')}>
            Extend trial
          </Button>
        )}
        {agency.suspended ? (
          <Button
            variant="default"
            loading={resume.isPending}
            onClick={() => resume.mutate({ id: agency.id, suspended: false })}
          >
            Resume
          </Button>
        ) : (
          <Button variant="default" color="red" onClick={() => setDialog('suspend')}>
            Suspend
          </Button>
        )}
        <DeleteAgency agency={agency} />
        {/* Loads later, so it must not move the others. */}
        {resettable && (
          <Button variant="default" onClick={() => setDialog('reset')}>
            Reset owner’s two-factor sign-in
          </Button>
        )}
      </Group>
      {dialog === 'plan' && <PlanDialog agency={agency} onClose={close} />}
      {dialog === 'trial' && <TrialDialog agency={agency} onClose={close} />}
      {dialog === 'reset' && <ResetTwoFactorDialog email={agency.owner_email} onClose={close} />}
      <SuspendDialog agency={agency} opened={dialog === 'suspend'} onClose={close} />
    </Section>
  )
}

function PlanDialog({ agency, onClose }: AgencyProps & { onClose: () => void }) {
  const change = trpc.agencies.changePlan.useMutation()
  const form = useAppForm({
    schema: agencyPlanInput,
    initialValues: { id: agency.id, plan_id: agency.plan_id },
    onSubmit: async (values) => {
      await change.mutateAsync(values)
      toast({ title: 'Plan changed', message: `${agency.name} is on a new plan.` })
      onClose()
    },
    fallback: 'Failed to change the plan',
  })
  return (
    <FormDialog title="Change plan" opened onClose={onClose} form={form} submitLabel="Change plan">
      <PlanSelect label="Plan" required {...form.fields.getInputProps('plan_id')} />
    </FormDialog>
  )
}

const EXTENSION_DAYS = 14

function TrialDialog({ agency, onClose }: AgencyProps & { onClose: () => void }) {
  const extend = trpc.agencies.extendTrial.useMutation()
  const form = useAppForm({
    schema: extendTrialInput,
    initialValues: { id: agency.id, days: EXTENSION_DAYS },
    onSubmit: async (values) => {
      await extend.mutateAsync(values)
      toast({ title: 'Trial extended', message: `${agency.name} has ${values.days} more trial days.` })
      onClose()
    },
    fallback: 'Failed to extend the trial',
  })
  return (
    <FormDialog title="Extend trial" opened onClose={onClose} form={form} submitLabel="Extend trial">
      <NumberField label="Days" required min={1} max={365} {...form.fields.getInputProps('days')} />
    </FormDialog>
  )
}

function SuspendDialog({ agency, opened, onClose }: AgencyProps & { opened: boolean; onClose: () => void }) {
  const suspend = trpc.agencies.setSuspended.useMutation({
    onError: errorToast('Failed to suspend the agency'),
    onSuccess: () =>
      toast({ title: 'Agency suspended', message: `Everyone at ${agency.name} has been signed out.` }),
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Suspend ${agency.name}?`}
      message={
        <Text>
          Everyone at this agency is signed out and can’t sign in until you resume it. No data is lost.
        </Text>
      }
      confirmLabel="Suspend"
      destructive
      onConfirm={() => suspend.mutateAsync({ id: agency.id, suspended: true })}
    />
  )
}
