import { Alert, Badge, Checkbox, Select, Text } from '@mantine/core'
import { z } from 'zod'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { MAX_AMOUNT } from '#shared/base/amounts/money.ts'
import {
  AUTOPAY_TEXT,
  type AutopayDto,
  type AutopayMandateDto,
  autopayConsent,
} from '#shared/money/autopay/autopay.ts'
import { methodName, type SavedCardDto } from '#shared/money/payments/payments.ts'

const ALL = 'all'

const autopayForm = z.object({
  scope: z.string(),
  card_id: z.uuid('Choose a card.'),
  /** Minor units; 0 for no limit. */
  limit: z.int('Enter a valid limit.').min(0, 'Enter a valid limit.').max(MAX_AMOUNT),
  agreed: z.literal(true, 'Please agree to the charges.'),
})

interface AutopayDialogProps {
  autopay: AutopayDto
  cards: SavedCardDto[]
  /** The authorization being replaced; omitted to turn autopay on. */
  mandate?: AutopayMandateDto
  onClose: () => void
}

/** The client's exact authorization text, for all invoices or for one recurring invoice. */
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
      toast({ title: 'Autopay is on', message: 'You get an email before each charge.' })
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
        label="Maximum per charge"
        description="Enter 0 for no limit. You pay larger invoices yourself."
        currency={currency}
        {...form.fields.getInputProps('limit')}
      />
      {card !== undefined && (
        <Alert color="gray" p="sm" title="Terms">
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
