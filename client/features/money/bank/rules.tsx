import { Button, Group, Select, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { ClientField } from '#client/components/fields/records/client-field.tsx'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { titled } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import type { BankRuleDto } from '#shared/money/bank/bank.ts'
import { bankRuleInput } from '#shared/money/bank/schemas/bank.ts'
import { COST_CATEGORIES } from '#shared/money/ledger/finance.ts'
import classes from './bank.module.css'

const FIELDS = [
  { value: 'party', label: 'Payer or payee contains' },
  { value: 'text', label: 'Text contains' },
]
/** Refunds by the tax office follow the same rule as payments to it. */
const CATEGORIES = [...COST_CATEGORIES, 'tax_payments'].map((value) => ({ value, label: titled(value) }))

/** Rules that assign payers to clients and lines to expenses. */
export function Rules({ writes }: { writes: boolean }) {
  const { data = [] } = trpc.bank.rules.useQuery()
  const [edited, setEdited] = useState<BankRuleDto | 'new' | null>(null)
  const rows = useRowRemoval<HTMLElement>()
  if (!writes && data.length === 0) return null
  return (
    <section className={classes.panel} aria-label="Rules" {...rows}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          Rules
        </Title>
        {writes && (
          <Button size="xs" variant="default" data-add onClick={() => setEdited('new')}>
            Add rule
          </Button>
        )}
      </Group>
      {data.length === 0 && (
        <Text size="sm" c="dimmed">
          Rules assign payers to clients and expenses to categories.
        </Text>
      )}
      {data.map((rule) => (
        <RuleRow key={rule.id} rule={rule} onEdit={writes ? () => setEdited(rule) : null} />
      ))}
      {edited !== null && (
        <RuleDialog rule={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  )
}

function RuleRow({ rule, onEdit }: { rule: BankRuleDto; onEdit: (() => void) | null }) {
  const remove = trpc.bank.deleteRule.useMutation({ onError: errorToast('Failed to delete the rule') })
  const field = rule.field === 'party' ? 'Payer or payee' : 'Text'
  const result = rule.client_name ?? titled(rule.category ?? '')
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{`${field} contains “${rule.contains}”: ${result}`}</Text>
      {onEdit !== null && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onEdit}>
            Edit rule
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            data-remove
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: rule.id })}
          >
            Delete rule
          </Button>
        </Group>
      )}
    </Group>
  )
}

const valuesOf = (rule: BankRuleDto | undefined) => ({
  id: rule?.id,
  version: rule?.version,
  field: rule?.field ?? 'party',
  contains: rule?.contains ?? '',
  client_id: rule?.client_id ?? null,
  category: rule?.category ?? null,
})

function RuleDialog({ rule, onClose }: { rule: BankRuleDto | undefined; onClose: () => void }) {
  const utils = trpc.useUtils()
  const save = trpc.bank.saveRule.useMutation()
  const form = useAppForm({
    schema: bankRuleInput,
    initialValues: valuesOf(rule),
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      onClose()
    },
    fallback: 'Failed to save the rule',
    latest: async () => {
      const rules = await utils.bank.rules.fetch(undefined, { staleTime: 0 })
      return valuesOf(rules.find(({ id }) => id === rule?.id) ?? rule)
    },
  })
  const { fields } = form
  return (
    <FormDialog
      title={rule === undefined ? 'Add rule' : 'Edit rule'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={rule === undefined ? 'Add rule' : 'Save changes'}
    >
      <Select label="If" data={FIELDS} allowDeselect={false} {...fields.getInputProps('field')} />
      <TextInput label="This text" required data-autofocus {...fields.getInputProps('contains')} />
      <ClientField label="It is from the client" {...fields.getInputProps('client_id')} />
      <Select
        label="Or an expense in the category"
        data={CATEGORIES}
        clearable
        searchable
        {...fields.getInputProps('category')}
      />
    </FormDialog>
  )
}
