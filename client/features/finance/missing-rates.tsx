import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { formatDate } from '#client/lib/dates.ts'
import { useCan, useCurrency, useUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type MissingRateDto, missingRateInput } from '#shared/exchange.ts'

/** Says what the figures leave out until its exchange rate is entered, and takes it. */
export function MissingRates() {
  const { viewing_as, role } = useUser()
  const write = useCan('finance.write') && !viewing_as && role === 'agency_admin'
  const { data } = trpc.finance.missingRates.useQuery()
  const [entering, setEntering] = useState<MissingRateDto | null>(null)
  if (data === undefined || data.length === 0) return null
  return (
    <Alert color="yellow" title="Exchange rates are missing">
      <Text size="sm">These amounts are left out of the figures until you enter their rate.</Text>
      {data.map((missing) => (
        <Group key={missing.currency} mt="xs" gap="sm">
          <Text size="sm">
            {missing.count} in {missing.currency}, since {formatDate(missing.since)}
          </Text>
          {write && (
            <Button size="xs" variant="default" onClick={() => setEntering(missing)}>
              Enter {missing.currency} rate
            </Button>
          )}
        </Group>
      ))}
      {entering !== null && <RateDialog missing={entering} onClose={() => setEntering(null)} />}
    </Alert>
  )
}

function RateDialog({ missing, onClose }: { missing: MissingRateDto; onClose: () => void }) {
  const base = useCurrency()
  const enter = trpc.invoices.enterRate.useMutation()
  const form = useAppForm({
    schema: missingRateInput,
    initialValues: { currency: missing.currency, rate: missing.suggestion ?? '' },
    onSubmit: async (values) => {
      const { count } = await enter.mutateAsync(values)
      toast({ title: 'Exchange rate entered', message: `${count} amounts are in the figures now.` })
      onClose()
    },
    fallback: 'Failed to enter the exchange rate',
  })
  return (
    <FormDialog
      title={`Exchange rate of ${missing.currency}`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Enter rate"
    >
      <TextInput
        label="Exchange rate"
        description={`${base} for 1 ${missing.currency}, for everything that waits in this currency`}
        required
        inputMode="decimal"
        data-autofocus
        {...form.fields.getInputProps('rate')}
      />
    </FormDialog>
  )
}
