import { TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import { letterheadBankInput } from '#shared/identity/letterhead/schemas/profile.ts'
import { grouped } from './iban.ts'

interface BankDialogProps {
  twoFactor: boolean
  onClose: () => void
}

const TITLE = 'Bank details'

const valuesOf = (profile: LetterheadProfileDto) => ({
  account_holder: profile.account_holder ?? '',
  iban: grouped(profile.iban),
  bic: profile.bic ?? '',
  bank_name: profile.bank_name ?? '',
  version: profile.version,
  password: '',
  code: '',
})

/** Changes the bank details; if the password is rejected, the input is preserved. */
export function BankDialog(props: BankDialogProps) {
  const profile = trpc.letterhead.profile.useQuery(undefined, { staleTime: 0 })
  return (
    <EditDialog title={TITLE} query={profile} onClose={props.onClose}>
      {(current) => <BankForm profile={current} {...props} />}
    </EditDialog>
  )
}

function BankForm({ profile, twoFactor, onClose }: BankDialogProps & { profile: LetterheadProfileDto }) {
  const utils = trpc.useUtils()
  const save = trpc.letterhead.saveBank.useMutation()
  const form = useAppForm({
    schema: letterheadBankInput,
    initialValues: valuesOf(profile),
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Bank details saved' })
      onClose()
    },
    latest: async () => valuesOf(await utils.letterhead.profile.fetch(undefined, { staleTime: 0 })),
    fallback: 'Failed to save the bank details',
    resetOnSuccess: false,
  })
  const { fields } = form
  return (
    <FormDialog title={TITLE} opened onClose={onClose} form={form} submitLabel="Save bank details">
      <TextInput
        label="Account holder"
        data-autofocus
        autoComplete="off"
        {...fields.getInputProps('account_holder')}
      />
      <TextInput label="IBAN" autoComplete="off" {...fields.getInputProps('iban')} />
      <TextInput label="BIC" autoComplete="off" {...fields.getInputProps('bic')} />
      <TextInput label="Bank" autoComplete="off" {...fields.getInputProps('bank_name')} />
      <ReAuthFields fields={fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
