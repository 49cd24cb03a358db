import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'

const CHOICES = 50
const TYPING_PAUSE_MS = 200

interface ClientFieldProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  value?: string | null
  onChange?: (value: string | null) => void
  /** The chosen client, shown by name even where it is not among the first found. */
  chosen?: { id: string; name: string } | null
}

/** A client, found by typing; the server searches, so any number of clients will do. */
export function ClientField({ value, onChange, chosen, ...props }: ClientFieldProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, TYPING_PAUSE_MS)
  const [picked, setPicked] = useState(chosen ?? null)
  const { data } = trpc.clients.list.useQuery({ search, limit: CHOICES }, { placeholderData: (old) => old })
  const found = data?.items ?? []
  const kept = picked !== null && picked.id === value && !found.some((client) => client.id === value)
  const options = kept ? [picked, ...found] : found
  return (
    <Select
      placeholder="No client"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear client' }}
      nothingFoundMessage="No clients found"
      filter={({ options: all }) => all}
      {...props}
      data={options.map((client) => ({ value: client.id, label: client.name }))}
      value={value ?? null}
      // The chosen name fills the field; searching for it would hide every other client.
      onSearchChange={(text) => setTyped(text === picked?.name ? '' : text)}
      onChange={(id) => {
        const client = options.find((candidate) => candidate.id === id)
        setPicked(client === undefined ? null : { id: client.id, name: client.name })
        onChange?.(id)
      }}
    />
  )
}
