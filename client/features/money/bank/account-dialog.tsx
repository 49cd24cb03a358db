import { TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import type { BankAccountDto } from '#shared/money/bank/bank.ts'
import { bankAccountInput } from '#shared/money/bank/schemas/bank.ts'

const valuesOf = (account: BankAccountDto | undefined, base: string) => ({
  id: account?.id,
  version: account?.version,
  name: account?.name ?? '',
  number: account?.number ?? '',
  currency: account?.currency ?? base,
  ledger_account: account?.ledger_account ?? '',
})

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
  const utils = trpc.useUtils()
  const save = trpc.bank.saveAccount.useMutation()
  const isUsed = account !== undefined && account.covered_to !== null
  const form = useAppForm({
    schema: bankAccountInput,
    initialValues: valuesOf(account, base),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      onClose()
      onSaved?.(saved)
    },
    fallback: 'Failed to save the account',
    latest: async () => {
      const accounts = await utils.bank.accounts.fetch(undefined, { staleTime: 0 })
      return valuesOf(accounts.find(({ id }) => id === account?.id) ?? account, base)
    },
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
