import { Divider, Group, Switch, Text, TextInput } from '@mantine/core'
import { Fragment } from 'react'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { documentNumber, type NumberSeriesDto } from '#shared/identity/letterhead/numbering.ts'
import { numberingInput } from '#shared/identity/letterhead/schemas/numbering.ts'
import classes from '../section/settings.module.css'

const NAMES = {
  invoice: {
    title: 'Invoices',
    numbers: 'Invoice numbers',
    next: 'Next invoice',
    save: 'Save invoice numbers',
  },
  credit_note: {
    title: 'Credit notes',
    numbers: 'Credit note numbers',
    next: 'Next credit note',
    save: 'Save credit note numbers',
  },
} as const

/** Document numbering. */
export function NumberingCard() {
  const query = trpc.letterhead.numbering.useQuery()
  const { data } = query
  return (
    <SettingsCard
      title="Numbering"
      description="Numbers have no gaps and can only go up. {YYYY}, {YY} and {MM} are replaced with the date on which the document is sent."
    >
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={64} />} />}
      {data?.map((series, index) => (
        <Fragment key={series.kind}>
          {index > 0 && <Divider />}
          <SeriesForm series={series} />
        </Fragment>
      ))}
    </SettingsCard>
  )
}

const valuesOf = ({ kind, prefix, digits, yearly, next, version }: NumberSeriesDto) => ({
  kind,
  prefix,
  digits,
  yearly,
  next_number: yearly ? next.yearly : next.continuous,
  version,
})

function SeriesForm({ series }: { series: NumberSeriesDto }) {
  const utils = trpc.useUtils()
  const save = trpc.letterhead.saveNumbering.useMutation()
  const names = NAMES[series.kind]
  const form = useAppForm({
    schema: numberingInput,
    initialValues: valuesOf(series),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      toast({ title: `${names.numbers} saved` })
      return valuesOf(saved)
    },
    latest: async () => {
      const all = await utils.letterhead.numbering.fetch(undefined, { staleTime: 0 })
      return valuesOf(all.find(({ kind }) => kind === series.kind) ?? series)
    },
    fallback: 'Failed to save the numbering',
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  const values = fields.getValues()
  return (
    <AppForm form={form} className={classes.fields} aria-label={names.numbers}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {names.title}
        </Text>
        <Text size="sm" c="dimmed" aria-live="polite">
          {`${names.next}: `}
          <Text span fw={500} c="var(--mantine-color-text)">
            {documentNumber(values, Number(values.next_number) || 1, series.today)}
          </Text>
        </Text>
      </Group>
      <div className={classes.series}>
        <TextInput label="Prefix" autoComplete="off" {...fields.getInputProps('prefix')} />
        <NumberField label="Digits" min={1} max={9} {...fields.getInputProps('digits')} />
        <NumberField label="Next" min={1} max={999_999_999} {...fields.getInputProps('next_number')} />
      </div>
      <Switch
        label="Restart each year"
        checked={values.yearly}
        onChange={(event) => {
          const yearly = event.currentTarget.checked
          fields.setFieldValue('yearly', yearly)
          fields.setFieldValue('next_number', yearly ? series.next.yearly : series.next.continuous)
        }}
      />
      <ConflictNotice conflict={form.conflict ?? null} />
      <Group>
        <SubmitButton>{names.save}</SubmitButton>
      </Group>
    </AppForm>
  )
}
