import { Alert, Badge, Checkbox, Select, Text } from '@mantine/core'
import { z } from 'zod'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { MoneyField } from '#client/components/money-field.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { AUTOPAY_TEXT, type AutopayDto, type AutopayMandateDto, autopayConsent } from '#shared/autopay.ts'
import { MAX_AMOUNT } from '#shared/invoices.ts'
import { methodName, type SavedCardDto } from '#shared/payments.ts'

const ALL = 'all'

const autopayForm = z.object({
  scope: z.string(),
  card_id: z.uuid('Choose a card.'),
  /** 0 for none. */
  limit: z.int('Enter a valid limit.').min(0, 'Enter a valid limit.').max(MAX_AMOUNT),
  agreed: z.literal(true, 'Please agree to the charges.'),
})

interface AutopayDialogProps {
  autopay: AutopayDto
  cards: SavedCardDto[]
  /** What it replaces; omitted to turn autopay on. */
  mandate?: AutopayMandateDto
  onClose: () => void
}

/** The client's consent, word by word, for all invoices or for one recurring invoice. */
export function AutopayDialog({ autopay, cards, mandate, onClose }: AutopayDialogProps) {
  const give = trpc.autopay.give.useMutation()
  const { data: provider } = trpc.payments.provider.useQuery(undefined)
  const usable = cards.filter(({ expired }) => !expired)
  const form = useAppForm({
    schema: autopayForm,
    initialValues: {
      scope: mandate?.plan?.id ?? ALL,
      card_id: (usable.find(({ id }) => id === mandate?.card.id) ?? usable[0])?.id ?? '',
      limit: mandate?.limit?.amount ?? 0,
      agreed: false as boolean,
    },
    onSubmit: async ({ scope, card_id, limit }) => {
      await give.mutateAsync({
        recurring_id: scope === ALL ? null : scope,
        card_id,
        limit: limit === 0 ? null : { amount: limit, currency },
        text_version: AUTOPAY_TEXT,
        agreed: true,
      })
      toast({ title: 'Autopay is on', message: 'You are emailed before each charge.' })
      onClose()
    },
    fallback: 'Failed to turn on autopay',
  })
  const { scope, card_id, limit } = form.fields.getValues()
  const plan = autopay.plans.find(({ id }) => id === scope) ?? null
  const currency = plan?.currency ?? mandate?.limit?.currency ?? autopay.currency
  const card = usable.find(({ id }) => id === card_id)
  return (
    <FormDialog
      title={mandate === undefined ? 'Turn on autopay' : 'Change autopay'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={mandate === undefined ? 'Turn on autopay' : 'Save autopay'}
    >
      {provider?.test_mode && (
        <Badge color="yellow" autoContrast variant="filled">
          Test mode
        </Badge>
      )}
      <Select
        label="Pays for"
        data={[
          { value: ALL, label: 'All invoices' },
          ...autopay.plans.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        allowDeselect={false}
        disabled={mandate !== undefined}
        {...form.fields.getInputProps('scope')}
      />
      <Select
        label="Charged to"
        data={usable.map((entry) => ({ value: entry.id, label: methodName(entry) }))}
        allowDeselect={false}
        {...form.fields.getInputProps('card_id')}
      />
      <MoneyField
        label="Most for one charge"
        description="Leave 0 for no limit. Invoices above it stay yours to pay."
        currency={currency}
        {...form.fields.getInputProps('limit')}
      />
      {card !== undefined && (
        <Alert color="gray" p="sm" title="What you agree to">
          <Text size="sm">
            {autopayConsent({
              agency: autopay.agency_name,
              client: autopay.client_name,
              plan: plan?.title ?? null,
              card,
              limit: limit > 0 ? { amount: limit, currency } : null,
            })}
          </Text>
          <Text size="sm" c="dimmed" mt="xs">
            {autopay.rules}
          </Text>
        </Alert>
      )}
      <Checkbox label="I agree" {...form.fields.getInputProps('agreed', { type: 'checkbox' })} />
    </FormDialog>
  )
}
