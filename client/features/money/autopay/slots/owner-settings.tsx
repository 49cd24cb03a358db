import { Alert, Group, Skeleton, TextInput } from '@mantine/core'
import { z } from 'zod'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { parseRetryDays } from '#shared/money/autopay/autopay.ts'
import {
  type AutopayRulesDto,
  autopayRulesInput,
  autopayRulesWords,
} from '#shared/money/autopay/schemas/autopay.ts'
import classes from '../autopay.module.css'

/** When clients with autopay are notified of a charge, and when a declined charge is retried. */
export function OwnerSettingsSlot() {
  const query = trpc.autopay.rules.useQuery()
  return (
    <SettingsCard
      title="Autopay"
      description="For clients who let you charge a saved card on the due date. Only they can turn it on."
    >
      {query.data === undefined ? (
        <QueryState query={query} loading={<Skeleton h={120} />} />
      ) : (
        <AutopayForm rules={query.data} />
      )}
    </SettingsCard>
  )
}

const valuesOf = ({ retry_days, ...rules }: AutopayRulesDto) => ({
  ...rules,
  retry_days: retry_days.join(', '),
})

/** The days are typed as text. */
const autopayForm = z
  .object({ version: z.int(), notice_days: z.unknown(), retry_days: z.string() })
  .transform((values, issues) => {
    const days = parseRetryDays(values.retry_days)
    if (days !== null) return { ...values, retry_days: days }
    issues.addIssue({ code: 'custom', path: ['retry_days'], message: 'Enter days, for example 3, 5, 7.' })
    return z.NEVER
  })
  .pipe(autopayRulesInput)

function AutopayForm({ rules }: { rules: AutopayRulesDto }) {
  const utils = trpc.useUtils()
  const save = trpc.autopay.saveRules.useMutation()
  const form = useAppForm({
    schema: autopayForm,
    initialValues: valuesOf(rules),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      toast({ title: 'Autopay saved' })
      return valuesOf(saved)
    },
    latest: async () => valuesOf(await utils.autopay.rules.fetch(undefined, { staleTime: 0 })),
    fallback: 'Failed to save autopay',
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  const { success, data } = autopayForm.safeParse(fields.getValues())
  return (
    <AppForm form={form} className={classes.form}>
      <div className={classes.rules}>
        <NumberField label="Notice period" min={1} max={30} {...fields.getInputProps('notice_days')} />
        <TextInput
          label="Retries after days"
          placeholder="3, 5, 7"
          autoComplete="off"
          {...fields.getInputProps('retry_days')}
        />
      </div>
      {success && (
        <Alert color="blue" p="sm" role="status">
          {autopayRulesWords(data)}
        </Alert>
      )}
      <ConflictNotice conflict={form.conflict ?? null} />
      <Group>
        <SubmitButton>Save autopay</SubmitButton>
      </Group>
    </AppForm>
  )
}
