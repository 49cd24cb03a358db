import { Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCan } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import classes from './search-overlay.module.css'

const GROUP_SIZE = 5
const TYPING_PAUSE_MS = 200

interface SearchOverlayProps {
  /** What to look for first; null keeps the overlay closed. */
  text: string | null
  onClose: () => void
}

export function SearchOverlay({ text, onClose }: SearchOverlayProps) {
  const [typed, setTyped] = useState('')
  useEffect(() => setTyped(text ?? ''), [text])
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  return (
    <Modal
      opened={text !== null}
      onClose={onClose}
      title={search === '' ? 'Search' : `Searching for: ${search}`}
      size="lg"
      centered={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <TextInput
          aria-label="Search"
          placeholder="Search projects, clients, tasks..."
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {search !== '' && <Results search={search} onOpen={onClose} />}
      </Stack>
    </Modal>
  )
}

function Results({ search, onOpen }: { search: string; onOpen: () => void }) {
  const input = { search, limit: GROUP_SIZE }
  const projects = trpc.projects.list.useQuery(input)
  const tasks = trpc.tasks.list.useQuery(input)
  const clients = trpc.clients.list.useQuery(input, { enabled: useCan('client.read') })
  const groups = [
    { title: 'Projects', to: '/projects', rows: projects.data?.items.map(({ id, name }) => ({ id, name })) },
    { title: 'Clients', to: '/clients', rows: clients.data?.items.map(({ id, name }) => ({ id, name })) },
    { title: 'Tasks', to: '/tasks', rows: tasks.data?.items.map(({ id, title }) => ({ id, name: title })) },
  ].filter((group) => group.rows !== undefined && group.rows.length > 0)
  if (projects.isLoading || tasks.isLoading || clients.isLoading) return <Text c="dimmed">Searching...</Text>
  if (groups.length === 0) return <Text c="dimmed">Nothing found.</Text>
  return groups.map(({ title, to, rows = [] }) => (
    <section key={title} aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      {rows.map(({ id, name }) => (
        <Link key={id} to={to} search={{ search: name }} className={classes.row} onClick={onOpen}>
          {name}
        </Link>
      ))}
    </section>
  ))
}
