import { CloseButton, Group, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { titled } from '#client/lib/labels.ts'
import type { Query } from '../states/query-state.tsx'
import { TabList } from '../tab-list.tsx'
import { BackLink } from './back-link.tsx'
import classes from './detail-page.module.css'
import { DetailPending } from './detail-skeleton.tsx'

interface DetailPageProps<Data> {
  query: Query<Data>
  /** The record type, for example "Project". */
  kind: string
  /** The label of the back link, for example "All projects". */
  back: string
  /** Search parameters to remove when the record is closed. */
  closed: object
  onClose: () => void
  children: (record: Data) => ReactNode
}

/** A record as a full page, at the URL of the list it was opened from. */
export function DetailPage<Data>({ query, kind, back, closed, onClose, children }: DetailPageProps<Data>) {
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <BackLink label={back} search={(search) => without(search, closed)} />
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {query.data === undefined ? <DetailPending query={query} kind={kind} /> : children(query.data)}
    </div>
  )
}

/** Null would appear in the URL as text. */
const without = (search: object, closed: object): object =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !(key in closed)))

interface DetailHeadProps {
  /** A level 1 heading and the record's identifying details below it. */
  title: ReactNode
  actions: ReactNode
  /** The record's status, in its own row. */
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

/** A record's sections as tabs. */
export function DetailTabs<Name extends string>({ tabs, value, onChange, children }: DetailTabsProps<Name>) {
  return (
    <Tabs value={value} onChange={onChange}>
      <TabList value={value}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {titled(name)}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={value} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

interface DetailColumnsProps {
  /** Properties, in a narrow side column. */
  side: ReactNode
  /** The activity history, below the main column. */
  stream?: ReactNode
  /** Single column without the activity history, as in a drawer. */
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
