import { Stack, Text, TextInput, Title } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { PortalLink } from '#client/components/portal-link.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { ErrorState } from '#client/components/states/error-state.tsx'
import { useUser } from '#client/lib/session/session.ts'
import { MAX_SEARCH_LENGTH, tooLong } from '#shared/base/text/length.ts'
import type { SearchResult } from '#shared/overview/search.ts'
import { rememberOpened } from './recents.ts'
import classes from './search-overlay.module.css'
import { useDetail, useSearch } from './use-search.ts'

const GROUP_SIZE = 10

interface SearchOverlayProps {
  opened: boolean
  /** The initial query. */
  text: string | null
  onClose: () => void
}

/** The overlay opened by Enter in the search box. */
export function SearchOverlay({ opened, text, onClose }: SearchOverlayProps) {
  const [typed, setTyped] = useState('')
  useEffect(() => setTyped(text ?? ''), [text])
  const results = useRef<HTMLDivElement>(null)
  const trimmed = typed.trim()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={trimmed === '' ? 'Search' : `Searching for: ${trimmed}`}
      size="lg"
      centered={false}
    >
      <Stack gap="md" onKeyDown={(event) => moveFocus(event, results.current)}>
        <TextInput
          aria-label="Search"
          placeholder="Search projects, clients, tasks..."
          data-autofocus
          error={tooLong(typed, MAX_SEARCH_LENGTH)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div ref={results}>
          {trimmed !== '' && tooLong(typed, MAX_SEARCH_LENGTH) === null && (
            <Results typed={typed} onOpen={onClose} />
          )}
        </div>
      </Stack>
    </Dialog>
  )
}

function Results({ typed, onOpen }: { typed: string; onOpen: () => void }) {
  const { user_id } = useUser()
  const detailOf = useDetail()
  const { query, groups, isPending, error, refetch } = useSearch(typed, GROUP_SIZE)
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (groups.length === 0) {
    if (isPending) return <Text c="dimmed">Searching...</Text>
    const message = `No results for “${query}”. Try different keywords.`
    return <EmptyState drawing="search" title="No results found" message={message} />
  }
  const open = (result: SearchResult) => {
    rememberOpened(user_id, result)
    onOpen()
  }
  return groups.map(({ kind, label, items }) => (
    <section key={kind} aria-label={label} className={classes.group}>
      <Title order={3}>{label}</Title>
      {items.map((item) => (
        <PortalLink key={item.id} to={item.link} className={classes.row} onClick={() => open(item)}>
          <span className={classes.title}>{item.title}</span>
          <span className={classes.subtitle}>{detailOf(item)}</span>
        </PortalLink>
      ))}
    </section>
  ))
}

/** The arrow keys move through the field and the results. */
function moveFocus(event: KeyboardEvent<HTMLElement>, results: HTMLElement | null) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const input = event.currentTarget.querySelector('input')
  const stops: (Element | null)[] = [input, ...(results?.querySelectorAll('a') ?? [])]
  const index = stops.indexOf(document.activeElement)
  const next = stops[index + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
