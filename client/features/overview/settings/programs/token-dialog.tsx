import { Select, TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { API_TOKEN_LIFETIMES, DEFAULT_API_TOKEN_LIFETIME } from '#shared/identity/api-tokens.ts'
import { apiTokenInput } from '#shared/identity/schemas/api-tokens.ts'
import { areasFor, type Scope } from '#shared/identity/token-scopes.ts'
import { ScopePicker } from './scope-picker.tsx'

type Lifetime = (typeof API_TOKEN_LIFETIMES)[number]

const LIFETIMES: Record<Lifetime, string> = { 30: '30 days', 90: '90 days', 365: '1 year' }

interface TokenDialogProps {
  twoFactor: boolean
  onClose: () => void
  /** Receives the new token. */
  onDone: (token: string) => void
}

export function TokenDialog({ twoFactor, onClose, onDone }: TokenDialogProps) {
  const { role } = useUser()
  const create = trpc.apiTokens.create.useMutation()
  const form = useAppForm({
    schema: apiTokenInput,
    initialValues: {
      name: '',
      scopes: [] as Scope[],
      expires_in_days: DEFAULT_API_TOKEN_LIFETIME as Lifetime,
      password: '',
      code: '',
    },
    onSubmit: async (values) => {
      const { token } = await create.mutateAsync(values)
      onClose()
      onDone(token)
    },
    fallback: 'Failed to create the token',
  })
  const { fields } = form
  return (
    <FormDialog title="New token" opened onClose={onClose} form={form} submitLabel="Create token" size="lg">
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="Name of the integration"
        {...fields.getInputProps('name')}
      />
      <Select
        label="Lifetime"
        data={API_TOKEN_LIFETIMES.map((days) => ({ value: String(days), label: LIFETIMES[days] }))}
        allowDeselect={false}
        value={String(fields.values.expires_in_days)}
        onChange={(days) => fields.setFieldValue('expires_in_days', Number(days) as Lifetime)}
        error={fields.errors.expires_in_days}
      />
      <ScopePicker
        areas={areasFor(role)}
        value={fields.values.scopes}
        onChange={(scopes) => fields.setFieldValue('scopes', scopes)}
        error={fields.errors.scopes}
      />
      <ReAuthFields fields={fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
