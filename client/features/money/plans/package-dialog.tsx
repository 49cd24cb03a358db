import { Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { TextListField } from '#client/components/fields/text-list-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { PackageDto, PlanKind } from '#shared/money/plans/packages.ts'
import { type PlanSaveInput, planSaveInput } from '#shared/money/plans/schemas/packages.ts'

type PackageValues = PlanSaveInput & { member_limit: number | null }

const emptyPackage = (kind: PlanKind): PackageValues => ({
  kind,
  name: '',
  description: '',
  price: 0,
  billing_interval: 'month',
  member_limit: null,
  project_limit: null,
  storage_limit_gb: null,
  features: [],
  popular: false,
})

const valuesOf = (plan: PackageDto): PackageValues => ({
  id: plan.id,
  version: plan.version,
  kind: plan.kind,
  name: plan.name,
  description: plan.description,
  price: plan.price,
  billing_interval: plan.interval,
  member_limit: plan.member_limit,
  project_limit: plan.project_limit,
  storage_limit_gb: plan.storage_limit_gb,
  features: plan.features,
  popular: plan.popular,
})

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
]

interface PackageDialogProps {
  /** Omitted to create one. */
  plan?: PackageDto
  kind: PlanKind
  onClose: () => void
}

export function PackageDialog({ plan, kind, onClose }: PackageDialogProps) {
  const utils = trpc.useUtils()
  const save = trpc.packages.save.useMutation()
  const form = useAppForm({
    schema: planSaveInput,
    initialValues: plan === undefined ? emptyPackage(kind) : valuesOf(plan),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      toast({
        title: plan === undefined ? 'Package created' : 'Package updated',
        message:
          plan === undefined
            ? `${saved.name} is now available.`
            : `${saved.name} has been saved. Existing subscriptions keep their price.`,
      })
      onClose()
    },
    fallback: 'Failed to save package',
    latest:
      plan &&
      (async () => {
        const all = await utils.packages.list.fetch(
          { kind: plan.kind, archived: plan.status === 'archived' },
          { staleTime: 0 },
        )
        return valuesOf(all.find((candidate) => candidate.id === plan.id) ?? plan)
      }),
  })
  return (
    <FormDialog
      title={plan === undefined ? 'Create Package' : 'Edit Package'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={plan === undefined ? 'Create Package' : 'Save changes'}
      size="lg"
    >
      <PackageFields fields={form.fields} currency={plan?.currency ?? 'USD'} />
    </FormDialog>
  )
}

function PackageFields({ fields, currency }: { fields: UseFormReturnType<PackageValues>; currency: string }) {
  const custom = fields.getValues().price === null
  return (
    <>
      <TextInput label="Name" required data-autofocus {...fields.getInputProps('name')} />
      <Textarea label="Description" required {...fields.getInputProps('description')} />
      <Switch
        label="Price on request"
        description="Shown as “Custom”. Agencies contact you for a price."
        checked={custom}
        onChange={(event) => fields.setFieldValue('price', event.currentTarget.checked ? null : 0)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {!custom && (
          <MoneyField
            label="Price"
            required
            currency={currency}
            {...fields.getInputProps('price')}
            // Invalid text counts as 0, because null means a price on request.
            onChange={(price) => fields.setFieldValue('price', price ?? 0)}
          />
        )}
        <Select label="Billing" data={INTERVALS} {...fields.getInputProps('billing_interval')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <LimitField label="Members" name="member_limit" fields={fields} />
        <LimitField label="Projects" name="project_limit" fields={fields} />
        <LimitField label="Storage (GB)" name="storage_limit_gb" fields={fields} />
      </SimpleGrid>
      <TextListField
        label="Features"
        placeholder="Add a feature and press Enter"
        {...fields.getInputProps('features')}
      />
      <Switch
        label="Most Popular"
        description="Only one package has this badge. Turning it on removes it from any other package."
        {...fields.getInputProps('popular', { type: 'checkbox' })}
      />
    </>
  )
}

interface LimitFieldProps {
  label: string
  name: 'member_limit' | 'project_limit' | 'storage_limit_gb'
  fields: UseFormReturnType<PackageValues>
}

const LimitField = ({ label, name, fields }: LimitFieldProps) => (
  <NumberField
    label={label}
    placeholder="Unlimited"
    min={1}
    value={fields.getValues()[name] ?? null}
    error={fields.errors[name]}
    onChange={(limit) => fields.setFieldValue(name, limit)}
  />
)
