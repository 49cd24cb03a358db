import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import { selfBillIssueInput } from '#shared/money/schemas/self-billing.ts'
import {
  AGREEMENT_LABELS,
  type SelfBillingAgreementDto,
  type SelfBillingDto,
} from '#shared/money/self-billing.ts'
import { AgreementFacts } from './agreement-text.tsx'
import { RequestForm } from './request-form.tsx'
import { SelfBillList } from './self-bill-list.tsx'
import { AGREEMENT_TONES } from './tones.ts'

interface SelfBillingDialogProps {
  payout: PayoutDto
  onClose: () => void
}

/** A contributor's self-billing agreement; once it is accepted, the payout's bill can be created. */
export function SelfBillingDialog({ payout, onClose }: SelfBillingDialogProps) {
  const query = trpc.payouts.selfBilling.useQuery({ employee_id: payout.employee_id }, { staleTime: 0 })
  return (
    <EditDialog title="Self-billing" query={query} onClose={onClose}>
      {(current) => {
        const { agreement } = current
        if (agreement === null || agreement.state === 'revoked' || agreement.state === 'ended') {
          return <RequestForm current={current} onClose={onClose} />
        }
        const parts = { current, agreement, payout, onClose }
        return agreement.state === 'active' && payout.bill === null ? (
          <IssueForm {...parts} />
        ) : (
          <Overview {...parts} />
        )
      }}
    </EditDialog>
  )
}

interface AgreedProps extends SelfBillingDialogProps {
  current: SelfBillingDto
  agreement: SelfBillingAgreementDto
}

function Overview(props: AgreedProps) {
  return (
    <Dialog title="Self-billing" opened onClose={props.onClose} size="lg" sheet>
      <Agreed {...props} />
    </Dialog>
  )
}

/** The agreement with its documents, and a way to end it. */
function Agreed({ current, agreement, children }: AgreedProps & { children?: ReactNode }) {
  const [asking, setAsking] = useState(false)
  const revoke = trpc.payouts.revokeSelfBilling.useMutation({
    onError: errorToast('Failed to revoke the agreement'),
  })
  const { state } = agreement
  const label = state === 'requested' ? 'Withdraw request' : 'Revoke agreement'
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text fw={500}>{current.employee_name}</Text>
        <StatusBadge status={state} label={AGREEMENT_LABELS[state]} tone={AGREEMENT_TONES[state]} />
      </Group>
      <AgreementFacts agreement={agreement} />
      {children}
      <SelfBillList employeeId={current.employee_id} />
      <Button variant="default" w="fit-content" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={label}
        message={`You can no longer write bills for ${current.employee_name}. Existing documents stay valid.`}
        confirmLabel={label}
        destructive
        onConfirm={async () => {
          await revoke.mutateAsync({ employee_id: current.employee_id, version: agreement.version })
          toast({ title: state === 'requested' ? 'Request withdrawn' : 'Agreement revoked' })
        }}
      />
    </Stack>
  )
}

function IssueForm(props: AgreedProps) {
  const { agreement, payout, onClose } = props
  const { amount, currency } = payout
  const issue = trpc.payouts.issueSelfBill.useMutation()
  const isPaid = payout.status === 'succeeded'
  const form = useAppForm({
    schema: selfBillIssueInput,
    initialValues: {
      payout_id: payout.id,
      amount_is: isPaid ? ('total' as const) : ('net' as 'net' | 'total'),
      confirm_period: false,
    },
    onSubmit: async (values) => {
      const { bill, amount: total } = await issue.mutateAsync(values)
      toast({
        title: 'Self-billing invoice created',
        message: `${bill?.number} of ${formatCharged(total, currency)}`,
      })
      onClose()
    },
    fallback: 'Failed to create the self-billing invoice',
  })
  const { fields } = form
  const isTaxed = agreement.supplier?.treatment === 'taxed' && agreement.supplier.tax_bps > 0
  return (
    <FormDialog
      title="Self-billing"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Create self-billing invoice"
      size="lg"
    >
      <Agreed {...props}>
        <Text size="sm">{`The invoice is for the payout “${payout.description}” of ${formatCharged(amount, currency)}. Once created, it can only be canceled by another document.`}</Text>
        {isTaxed && !isPaid && (
          <Select
            label="The payout’s amount is"
            allowDeselect={false}
            data={[
              { value: 'net', label: 'The net amount; tax is paid on top' },
              { value: 'total', label: 'The total with tax' },
            ]}
            {...fields.getInputProps('amount_is')}
          />
        )}
        {fields.errors.confirm_period && (
          <Checkbox
            label="Change figures of the locked period"
            error={fields.errors.confirm_period}
            {...fields.getInputProps('confirm_period', { type: 'checkbox' })}
          />
        )}
      </Agreed>
    </FormDialog>
  )
}
