import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { CHOICES } from '#shared/base/paging.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'

interface AttendeeFieldProps {
  event: EventDto | null
  value?: string[]
  onChange?: (value: string[]) => void
}

/** Members of the agency and clients, as the server finds them. */
export function AttendeeField({ event, value = [], onChange, ...input }: AttendeeFieldProps) {
  const { search, typed, onTyped } = useTypedSearch()
  const seesClients = useCan('client.read')
  const people = trpc.people.list.useQuery({ search }, { placeholderData: (old) => old })
  const clients = trpc.clients.list.useQuery(
    { search, limit: CHOICES },
    { enabled: seesClients, placeholderData: (old) => old },
  )
  // Selected clients stay named when another search no longer finds them.
  const [picked, setPicked] = useState<[string, string][]>([])
  const found = new Map<string, string>()
  for (const { id, name, company } of clients.data?.items ?? [])
    found.set(`client:${id}`, `${name} (${company ?? 'client'})`)
  const options = new Map<string, string>([
    ...(event?.attendees ?? []).map(({ kind, id, name }): [string, string] => [`${kind}:${id}`, name]),
    ...picked,
    ...(people.data ?? []).map(({ user_id, name }): [string, string] => [`user:${user_id}`, name]),
    ...found,
  ])
  return (
    <MultiSelect
      label="Attendees"
      placeholder={value.length ? undefined : 'Invite people'}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear attendees' }}
      nothingFoundMessage="No people found"
      data={[...options].map(([key, label]) => ({ value: key, label }))}
      searchValue={typed}
      onSearchChange={onTyped}
      value={value}
      onChange={(keys) => {
        setPicked(keys.map((key) => [key, options.get(key) ?? key]))
        onChange?.(keys)
      }}
      {...input}
    />
  )
}
