import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'

const CHOICES = 50
const TYPING_PAUSE_MS = 200

interface ProjectFieldProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  value?: string | null
  onChange?: (value: string | null) => void
  /** The chosen project, shown by name even where it is not among the first found. */
  chosen?: { id: string; name: string } | null
}

/** A project, found by typing; the server searches, so any number of projects will do. */
export function ProjectField({ value, onChange, chosen, ...props }: ProjectFieldProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, TYPING_PAUSE_MS)
  const [picked, setPicked] = useState(chosen ?? null)
  const { data } = trpc.projects.list.useQuery({ search, limit: CHOICES }, { placeholderData: (old) => old })
  const found = data?.items ?? []
  const kept = picked !== null && picked.id === value && !found.some((project) => project.id === value)
  const options = kept ? [picked, ...found] : found
  return (
    <Select
      placeholder="No project"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear project' }}
      nothingFoundMessage="No projects found"
      filter={({ options: all }) => all}
      {...props}
      data={options.map((project) => ({ value: project.id, label: project.name }))}
      value={value ?? null}
      // The chosen name fills the field; searching for it would hide every other project.
      onSearchChange={(text) => setTyped(text === picked?.name ? '' : text)}
      onChange={(id) => {
        const project = options.find((candidate) => candidate.id === id)
        setPicked(project === undefined ? null : { id: project.id, name: project.name })
        onChange?.(id)
      }}
    />
  )
}
