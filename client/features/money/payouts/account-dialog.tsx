import { TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { payoutAccountSaveInput } from '#shared/money/schemas/sepa.ts'
import type { PayoutAccountDto } from '#shared/money/sepa.ts'

interface AccountDialogProps {
  /** The contributor whose account an owner enters; null for the user's own. */
  employeeId: string | null
  onClose: () => void
}

const TITLE = 'Bank account for payouts'

/** Enters or replaces the account. Its number is never shown again, so it must be entered in full. */
export function AccountDialog({ employeeId, onClose }: AccountDialogProps) {
  const account = trpc.payouts.account.useQuery({ employee_id: employeeId }, { staleTime: 0 })
  const settings = trpc.settings.get.useQuery()
  return (
    <EditDialog title={TITLE} query={account} onClose={onClose}>
      {(current) => (
        <AccountForm
          account={current}
          employeeId={employeeId}
          twoFactor={settings.data?.security.two_factor ?? false}
          onClose={onClose}
        />
      )}
    </EditDialog>
  )
}

interface AccountFormProps extends AccountDialogProps {
  account: PayoutAccountDto | null
  twoFactor: boolean
}

function AccountForm({ account, employeeId, twoFactor, onClose }: AccountFormProps) {
  const save = trpc.payouts.saveAccount.useMutation()
  const form = useAppForm({
    schema: payoutAccountSaveInput,
    initialValues: {
      employee_id: employeeId,
      account_holder: account?.account_holder ?? '',
      iban: '',
      bic: account?.bic ?? '',
      version: account?.version ?? 0,
      password: '',
      code: '',
    },
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      toast({ title: 'Bank account saved', message: `Payouts go to ${saved.iban_hint}.` })
      onClose()
    },
    fallback: 'Failed to save the bank account',
    resetOnSuccess: false,
  })
  const { fields } = form
  return (
    <FormDialog title={TITLE} opened onClose={onClose} form={form} submitLabel="Save bank account">
      <TextInput
        label="Account holder"
        required
        data-autofocus
        autoComplete="off"
        {...fields.getInputProps('account_holder')}
      />
      <TextInput
        label="IBAN"
        required
        autoComplete="off"
        description={account === null ? undefined : `Now ${account.iban_hint}. Enter the new one in full.`}
        {...fields.getInputProps('iban')}
      />
      <TextInput
        label="BIC"
        autoComplete="off"
        description="Only needed if your bank asks for it."
        {...fields.getInputProps('bic')}
      />
      <ReAuthFields fields={fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
