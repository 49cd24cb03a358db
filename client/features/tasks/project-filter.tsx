import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import classes from './tasks-page.module.css'

const CHOICES = 50
const TYPING_PAUSE_MS = 200
const ALL = 'all'

interface ProjectFilterProps {
  value: string | null
  onChange: (value: string | null) => void
}

/** All projects or one of them, found by typing. */
export function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, TYPING_PAUSE_MS)
  const { data } = trpc.projects.list.useQuery({ search, limit: CHOICES }, { placeholderData: (old) => old })
  const found = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const missing = value !== null && data !== undefined && !found.some((option) => option.value === value)
  const chosen = trpc.projects.get.useQuery({ id: value ?? '' }, { enabled: missing })
  const extra = missing && chosen.data !== undefined ? [{ value, label: chosen.data.name }] : []
  const options = [{ value: ALL, label: 'All Projects' }, ...extra, ...found]
  const shown = options.find((option) => option.value === (value ?? ALL))?.label
  return (
    <Select
      className={classes.filter}
      aria-label="Project"
      searchable
      nothingFoundMessage="No projects found"
      filter={({ options: all }) => all}
      data={options}
      value={value ?? ALL}
      // The chosen name fills the field; searching for it would hide every other project.
      onSearchChange={(text) => setTyped(text === shown ? '' : text)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(id) => onChange(id === ALL ? null : id)}
    />
  )
}
