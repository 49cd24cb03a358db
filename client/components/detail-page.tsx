import { Button, CloseButton, Group, Tabs } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { titled } from '#client/lib/labels.ts'
import classes from './detail-page.module.css'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { type Query, Unanswered } from './unanswered.tsx'

interface DetailPageProps<Data> {
  query: Query<Data>
  /** The way back, such as "All projects". */
  back: string
  /** What the address no longer says once the record is left. */
  closed: object
  onClose: () => void
  children: (record: Data) => ReactNode
}

/** One record as a page of its own, at the address of the list it was opened from. */
export function DetailPage<Data>({ query, back, closed, onClose, children }: DetailPageProps<Data>) {
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          renderRoot={(props) => (
            <Link to="." search={(search: object) => ({ ...search, ...closed })} {...props} />
          )}
        >
          {back}
        </Button>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {query.data === undefined ? (
        <Unanswered query={query} loading={<DetailSkeleton />} />
      ) : (
        children(query.data)
      )}
    </div>
  )
}

interface DetailHeadProps {
  /** A heading of level 1, and what identifies the record below it. */
  title: ReactNode
  actions: ReactNode
  /** Where the record stands, in a row of its own. */
  children?: ReactNode
}

export function DetailHead({ title, actions, children }: DetailHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.title}>{title}</div>
      <Group gap="xs" className={classes.actions}>
        {actions}
      </Group>
      {children !== undefined && <div className={classes.below}>{children}</div>}
    </header>
  )
}

export const DetailHeading = ({ children }: { children: string }) => (
  <h1 className={classes.heading}>{children}</h1>
)

interface DetailTabsProps<Name extends string> {
  tabs: readonly Name[]
  value: Name
  onChange: (tab: string | null) => void
  children: ReactNode
}

/** A record's parts by kind. Where the tabs are scrolled, the chosen one is in view. */
export function DetailTabs<Name extends string>({ tabs, value, onChange, children }: DetailTabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is chosen
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Tabs value={value} onChange={onChange}>
      <Tabs.List ref={list} className={classes.tabs}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {titled(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

interface DetailColumnsProps {
  /** Properties, in a narrow column beside the others. */
  side: ReactNode
  /** What happened, below the main column. */
  stream?: ReactNode
  /** One column, as in a drawer, without the stream. */
  narrow?: boolean
  children: ReactNode
}

export function DetailColumns({ side, stream, narrow = false, children }: DetailColumnsProps) {
  return (
    <div className={classes.columns} data-narrow={narrow || undefined}>
      <div className={classes.main}>{children}</div>
      <aside className={classes.side} aria-label="Properties">
        {side}
      </aside>
      {!narrow && stream !== undefined && <div className={classes.stream}>{stream}</div>}
    </div>
  )
}
