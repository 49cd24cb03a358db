import { Autocomplete, MultiSelect, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { DateField } from '#client/components/fields/date-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { TextListField } from '#client/components/fields/text-list-field.tsx'
import { titled } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { PROJECT_CATEGORIES, type ProjectDto } from '#shared/work/projects.ts'
import { type ProjectValues, suggestClients } from './project-form-values.ts'

const CATEGORY_OPTIONS = PROJECT_CATEGORIES.map((value) => ({ value, label: titled(value) }))
const SUGGESTED_CLIENTS = 20
const TYPING_PAUSE_MS = 200

interface ProjectFieldsProps {
  fields: Pick<UseFormReturnType<ProjectValues>, 'getInputProps' | 'getValues' | 'setFieldValue'>
  /** The current team of an edited project, so that former members stay selectable. */
  team?: ProjectDto['team']
}

/** The fields shared by the new and edit forms. */
export function ProjectFields({ fields, team = [] }: ProjectFieldsProps) {
  const currency = useCurrency()
  return (
    <>
      <TextInput label="Name" required data-autofocus {...fields.getInputProps('name')} />
      <Textarea label="Description" maxRows={8} {...fields.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Category"
          required
          placeholder="Choose a category"
          data={CATEGORY_OPTIONS}
          {...fields.getInputProps('category')}
        />
        <ClientField fields={fields} />
      </SimpleGrid>
      <MoneyField label="Budget" currency={currency} {...fields.getInputProps('total_price')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <DateField label="Start date" placeholder="Today" {...fields.getInputProps('start_date')} />
        <DateField label="End date" placeholder="Today" {...fields.getInputProps('delivery_date')} />
      </SimpleGrid>
      <TextListField
        label="Requirements"
        placeholder="Add a requirement and press Enter"
        {...fields.getInputProps('requirements')}
      />
      <TextListField
        label="Deliverables"
        placeholder="Add a deliverable and press Enter"
        {...fields.getInputProps('deliverables')}
      />
      <ContributorsField team={team} inputProps={fields.getInputProps('assigned_employee_ids')} />
    </>
  )
}

/** Suggests clients by name; the server matches a text that is no suggestion. */
function ClientField({ fields }: Pick<ProjectFieldsProps, 'fields'>) {
  const [search] = useDebouncedValue(fields.getValues().client, TYPING_PAUSE_MS)
  const clients = trpc.clients.list.useQuery(
    { search, limit: SUGGESTED_CLIENTS },
    { placeholderData: (previous) => previous },
  )
  const suggestions = suggestClients(clients.data?.items ?? [])
  const { onChange, ...inputProps } = fields.getInputProps('client')
  return (
    <Autocomplete
      label="Client"
      required
      placeholder="Name of an existing client"
      autoComplete="off"
      data={[...suggestions.keys()]}
      {...inputProps}
      onChange={(client) => {
        onChange(client)
        fields.setFieldValue('client_id', suggestions.get(client) ?? null)
      }}
    />
  )
}

interface ContributorsFieldProps {
  team: ProjectDto['team']
  inputProps: { onChange: (ids: string[]) => void }
}

function ContributorsField({ team, inputProps }: ContributorsFieldProps) {
  const { search, typed, onTyped } = useTypedSearch()
  const contributors = trpc.people.contributors.useQuery({ search }, { placeholderData: (old) => old })
  // Selected people stay named when another search no longer finds them.
  const [picked, setPicked] = useState<[string, string][]>([])
  const options = new Map([...team.map(({ id, name }): [string, string] => [id, name]), ...picked])
  for (const person of contributors.data ?? []) options.set(person.employee_id, person.name)
  return (
    <MultiSelect
      label="Contributors"
      placeholder="Choose people"
      searchable
      hidePickedOptions
      nothingFoundMessage="No contributors found"
      data={[...options].map(([value, label]) => ({ value, label }))}
      searchValue={typed}
      onSearchChange={onTyped}
      {...inputProps}
      onChange={(ids) => {
        setPicked(ids.map((id) => [id, options.get(id) ?? id]))
        inputProps.onChange(ids)
      }}
    />
  )
}
