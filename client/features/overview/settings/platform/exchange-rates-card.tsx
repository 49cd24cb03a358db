import { Group, Text, Textarea } from '@mantine/core'
import { z } from 'zod'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { MAX_RATES_AT_ONCE } from '#shared/base/amounts/exchange.ts'
import type { QuotedRate } from '#shared/base/amounts/exchange-table.ts'
import { parseRateTable } from '#shared/base/amounts/schemas/exchange-table.ts'
import { formatCount } from '#shared/base/format.ts'
import { batchesOf } from '#shared/base/paging.ts'
import classes from '../section/settings.module.css'

const formSchema = z.object({
  table: z
    .string()
    .trim()
    .min(1, 'Paste the rates first.')
    .superRefine((text, issues) => {
      const { problem } = parseRateTable(text)
      if (problem !== null) issues.addIssue({ code: 'custom', message: problem })
    }),
})

/** The daily exchange rates for documents in foreign currencies. */
export function ExchangeRatesCard() {
  const { data } = trpc.finance.exchangeRates.useQuery()
  const load = trpc.platform.importExchangeRates.useMutation()
  const form = useAppForm({
    schema: formSchema,
    initialValues: { table: '' },
    onSubmit: async ({ table }) => {
      const { rates } = parseRateTable(table)
      for (const batch of batchesOf(rates, MAX_RATES_AT_ONCE)) await load.mutateAsync({ rates: batch })
      toast({ title: 'Exchange rates added', message: `${rates.length} rates are in the table.` })
    },
    fallback: 'Failed to add the exchange rates',
  })
  const { rates } = parseRateTable(form.fields.values.table)
  return (
    <SettingsCard
      title="Exchange rates"
      description="Invoices and payments in other currencies are booked at these rates unless someone enters another rate."
    >
      <Text size="sm">{data === undefined || data.length === 0 ? 'No rates yet.' : standOf(data)}</Text>
      <AppForm form={form} className={classes.section}>
        <Textarea
          label="Rates per euro"
          description="The layout of the European Central Bank’s reference rates: a line of currency codes, then a line for each day."
          placeholder={'Date, USD, JPY\n2026-11-20, 1.0842, 163.55'}
          minRows={3}
          autosize
          maxRows={10}
          {...form.fields.getInputProps('table')}
        />
        {rates.length > 0 && (
          <Text size="sm" role="status">
            {newestOf(rates)}
          </Text>
        )}
        <Group>
          <SubmitButton>Add rates</SubmitButton>
        </Group>
      </AppForm>
    </SettingsCard>
  )
}

/** The newest day's rates as parsed, so that a mistake is seen before they are added. */
function newestOf(rates: readonly QuotedRate[]): string {
  const day = dayOfNewest(rates)
  const newest = rates.filter(({ quoted_on }) => quoted_on === day)
  const older = rates.length - newest.length
  const texts = newest.map(({ currency, per_euro }) => `${currency} ${per_euro}`)
  return `${formatDate(day)}: ${texts.join(', ')}${older > 0 ? ` and ${formatCount(older, 'earlier rate')}` : ''}`
}

const dayOfNewest = (rates: readonly { quoted_on: string }[]): string =>
  rates
    .map((rate) => rate.quoted_on)
    .toSorted()
    .at(-1) ?? ''

const standOf = (rates: { currency: string; quoted_on: string }[]): string =>
  `${rates.length} currencies, last quoted on ${formatDate(dayOfNewest(rates))}.`
