import { TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/calls/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import type { BankAccountDto } from '#shared/money/bank/bank.ts'
import { bankAccountInput } from '#shared/money/bank/schemas/bank.ts'

/** Adds or changes an account; the number and currency of an account with statements can't change. */
export function AccountDialog({
  account,
  onSaved,
  onClose,
}: {
  account: BankAccountDto | undefined
  onSaved?: (account: BankAccountDto) => void
  onClose: () => void
}) {
  const base = useCurrency()
  const save = trpc.bank.saveAccount.useMutation()
  const isUsed = account !== undefined && account.covered_to !== null
  const form = useAppForm({
    schema: bankAccountInput,
    initialValues: {
      id: account?.id,
      version: account?.version,
      name: account?.name ?? '',
      number: account?.number ?? '',
      currency: account?.currency ?? base,
      ledger_account: account?.ledger_account ?? '',
    },
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      onClose()
      onSaved?.(saved)
    },
    fallback: 'Failed to save the account',
  })
  const { fields } = form
  return (
    <FormDialog
      title={account === undefined ? 'Add bank account' : 'Edit bank account'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={account === undefined ? 'Add account' : 'Save changes'}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="Business account"
        {...fields.getInputProps('name')}
      />
      <TextInput
        label="IBAN or account number"
        required
        data-secret
        disabled={isUsed}
        {...fields.getInputProps('number')}
      />
      <TextInput label="Currency" required disabled={isUsed} {...fields.getInputProps('currency')} />
      <TextInput
        label="Ledger account"
        description="The account’s number in your accounting software."
        {...fields.getInputProps('ledger_account')}
      />
    </FormDialog>
  )
}
