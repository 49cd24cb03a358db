import { NativeSelect, Select, Switch, Text, TextInput, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { DateField } from '#client/components/fields/date-field.tsx'
import { formatCount, formatNumber } from '#shared/base/format.ts'
import { DATE_ORDERS, type DateOrder, type ImportName } from '#shared/overview/imports.ts'
import type { ImportDetailsDto, ImportMapping } from '#shared/overview/schemas/imports.ts'
import { TASK_STATUS_LABELS, TASK_STATUSES, type TaskStatus } from '#shared/work/tasks.ts'
import classes from './imports.module.css'
import { neededClients, type Problems } from './mapping-rules.ts'

interface ImportMapProps {
  item: ImportDetailsDto
  mapping: ImportMapping
  problems: Problems
  onChange: (mapping: ImportMapping) => void
}

const LEAVE_OUT = 'skip'
const NEW = 'new'
const ARCHIVED_SINCE =
  'Imported before, and archived or deleted since. Restore it and import the file again, or choose another one.'

/** What each name in the file is mapped to. */
export function ImportMap(props: ImportMapProps) {
  const { item, mapping, onChange, problems } = props
  const { overview } = item
  return (
    <>
      {overview.dates === 'ask' && (
        <NativeSelect
          label={`How should ${overview.date_sample ?? 'a date'} be read?`}
          data={[
            { value: '', label: 'Please choose' },
            { value: 'dmy', label: 'Day first' },
            { value: 'mdy', label: 'Month first' },
          ]}
          value={mapping.date_order ?? ''}
          error={problems.get('date_order')}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...mapping,
              date_order: DATE_ORDERS.find((order): order is DateOrder => order === value) ?? null,
            })
          }
        />
      )}
      {overview.counts.entry > 0 && (
        <>
          {overview.asks_billable && (
            <Switch
              label="The hours are billable"
              checked={mapping.billable}
              onChange={(event) => onChange({ ...mapping, billable: event.currentTarget.checked })}
            />
          )}
          <DateField
            label="Billed until"
            description="Time up to and including this day has been billed elsewhere and won’t be billable here."
            value={mapping.billed_until}
            error={problems.get('billed_until')}
            onChange={(billed_until) => onChange({ ...mapping, billed_until })}
          />
          <DateField
            label="Paid until"
            description="Contributors have been paid elsewhere for time up to and including this day, which won’t be paid out here."
            value={mapping.paid_until}
            error={problems.get('paid_until')}
            onChange={(paid_until) => onChange({ ...mapping, paid_until })}
          />
        </>
      )}
      <Projects {...props} />
      <Clients {...props} />
      <Lists {...props} />
      <People {...props} />
      {overview.archived > 0 && (
        <Switch
          label={`Also import ${formatCount(overview.archived, 'archived card')} as done`}
          checked={mapping.archived}
          onChange={(event) => onChange({ ...mapping, archived: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

function Projects({ item, mapping, problems, onChange }: ImportMapProps) {
  const names = new Map(item.overview.projects.map((name) => [name.key, name]))
  const options = [
    { value: NEW, label: 'New project' },
    { value: LEAVE_OUT, label: 'Leave out' },
    ...item.projects.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const set = (index: number, to: ImportMapping['projects'][number]['to']) =>
    onChange({
      ...mapping,
      projects: mapping.projects.map((one, at) => (at === index ? { ...one, to } : one)),
    })
  const archived = new Set(item.archived_since.projects)
  return (
    <Names title="Projects" shown={mapping.projects.length > 0}>
      {mapping.projects.map(({ key, to }, index) => {
        const name = names.get(key)
        return (
          <NameRow key={key} name={name} note={archived.has(key) ? ARCHIVED_SINCE : null}>
            <Target
              label={`Project for ${name?.name}`}
              options={options}
              value={to.kind === 'existing' ? to.id : to.kind}
              onPick={(value) => set(index, targetOf(value, { kind: 'new', name: name?.name ?? '' }))}
            />
            {to.kind === 'new' && (
              <div className={classes.fields}>
                <TextInput
                  label="Name"
                  value={to.name}
                  error={problems.get(`projects.${index}.to.name`)}
                  onChange={(event) => set(index, { kind: 'new', name: event.currentTarget.value })}
                />
              </div>
            )}
          </NameRow>
        )
      })}
    </Names>
  )
}

function Clients({ item, mapping, problems, onChange }: ImportMapProps) {
  const needed = neededClients(mapping, item.overview)
  const names = new Map(item.overview.clients.map((name) => [name.key, name]))
  const options = [
    { value: NEW, label: 'New client' },
    { value: LEAVE_OUT, label: 'Leave out, with its projects' },
    ...item.clients.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const set = (index: number, to: ImportMapping['clients'][number]['to']) =>
    onChange({ ...mapping, clients: mapping.clients.map((one, at) => (at === index ? { ...one, to } : one)) })
  const archived = new Set(item.archived_since.clients)
  return (
    <Names
      title="Clients of new projects"
      hint="Exports contain no email addresses. Import your clients on the Clients screen first, or enter them here."
      shown={mapping.clients.some(({ key }) => needed.has(key))}
    >
      {mapping.clients.map(({ key, to }, index) => {
        if (!needed.has(key)) return null
        const name = names.get(key)
        const shown = name?.name || 'No client in the file'
        return (
          <NameRow
            key={key}
            name={name && { ...name, name: shown }}
            note={archived.has(key) ? ARCHIVED_SINCE : null}
          >
            <Target
              label={`Client for ${shown}`}
              options={options}
              value={to.kind === 'existing' ? to.id : to.kind}
              onPick={(value) =>
                set(index, targetOf(value, { kind: 'new', name: name?.name ?? '', email: '' }))
              }
            />
            {to.kind === 'new' && (
              <div className={classes.fields}>
                <TextInput
                  label="Name"
                  value={to.name}
                  error={problems.get(`clients.${index}.to.name`)}
                  onChange={(event) => set(index, { ...to, name: event.currentTarget.value })}
                />
                <TextInput
                  label="Email"
                  type="email"
                  value={to.email}
                  error={problems.get(`clients.${index}.to.email`)}
                  onChange={(event) => set(index, { ...to, email: event.currentTarget.value })}
                />
              </div>
            )}
          </NameRow>
        )
      })}
    </Names>
  )
}

function targetOf<New>(
  value: string,
  created: New,
): New | { kind: 'existing'; id: string } | { kind: 'skip' } {
  if (value === NEW) return created
  return value === LEAVE_OUT ? { kind: 'skip' } : { kind: 'existing', id: value }
}

function Lists({ item, mapping, onChange }: ImportMapProps) {
  const names = new Map(item.overview.lists.map((name) => [name.key, name]))
  const options = [
    ...TASK_STATUSES.map((status) => ({ value: status, label: TASK_STATUS_LABELS[status] })),
    { value: LEAVE_OUT, label: 'Leave out' },
  ]
  const set = (index: number, status: TaskStatus | null) =>
    onChange({ ...mapping, lists: mapping.lists.map((one, at) => (at === index ? { ...one, status } : one)) })
  return (
    <Names
      title="Lists"
      hint="The status for tasks in each list. Completed tasks become Done."
      shown={mapping.lists.length > 0}
    >
      {mapping.lists.map(({ key, status }, index) => (
        <NameRow key={key} name={names.get(key)}>
          <NativeSelect
            aria-label={`Status for ${names.get(key)?.name}`}
            data={options}
            value={status ?? LEAVE_OUT}
            onChange={({ currentTarget: { value } }) =>
              set(index, TASK_STATUSES.find((one) => one === value) ?? null)
            }
          />
        </NameRow>
      ))}
    </Names>
  )
}

function People({ item, mapping, onChange }: ImportMapProps) {
  const names = new Map(item.overview.people.map((name) => [name.key, name]))
  const hasTime = item.overview.counts.entry > 0
  const options = [
    { value: LEAVE_OUT, label: hasTime ? 'Leave their time out' : 'Nobody' },
    ...item.members.map(({ id, name, role, has_account }) => ({
      value: id,
      label: [name, role === 'owner' ? 'owner' : null, has_account ? null : 'no account yet']
        .filter(Boolean)
        .join(', '),
    })),
  ]
  const set = (index: number, member_id: string | null) =>
    onChange({
      ...mapping,
      people: mapping.people.map((one, at) => (at === index ? { ...one, member_id } : one)),
    })
  return (
    <Names
      title="People"
      hint={
        hasTime
          ? 'Hours need an account. Invite anyone who is missing, then import the file again once they have joined.'
          : 'Tasks of owners and of people who aren’t in your agency stay unassigned. No one is invited.'
      }
      shown={mapping.people.length > 0}
    >
      {mapping.people.map(({ key, member_id }, index) => (
        <NameRow key={key} name={names.get(key)}>
          <Target
            label={`Person for ${names.get(key)?.name}`}
            options={options}
            value={member_id ?? LEAVE_OUT}
            onPick={(value) => set(index, value === LEAVE_OUT ? null : value)}
          />
        </NameRow>
      ))}
    </Names>
  )
}

interface NamesProps {
  title: string
  hint?: string
  shown: boolean
  children: ReactNode
}

function Names({ title, hint, shown, children }: NamesProps) {
  const id = useId()
  if (!shown) return null
  return (
    <section className={classes.stack} aria-labelledby={id}>
      <div>
        <Title order={3} id={id}>
          {title}
        </Title>
        {hint !== undefined && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      <ul className={classes.names}>{children}</ul>
    </section>
  )
}

interface NameRowProps {
  name: ImportName | undefined
  note?: string | null
  children: ReactNode
}

function NameRow({ name, note = null, children }: NameRowProps) {
  return (
    <li className={classes.name}>
      <Text size="sm" className={classes.what}>
        {name?.name}{' '}
        <Text span size="xs" c="dimmed">
          {name && formatNumber(name.count)}
        </Text>
        {note !== null && (
          <Text span size="xs" c="dimmed" display="block">
            {note}
          </Text>
        )}
      </Text>
      {children}
    </li>
  )
}

interface TargetProps {
  label: string
  options: { value: string; label: string }[]
  value: string
  onPick: (value: string) => void
}

/** Agencies may have hundreds of options, so they are searchable. */
const Target = ({ label, options, value, onPick }: TargetProps) => (
  <Select
    aria-label={label}
    data={options}
    value={value}
    searchable
    allowDeselect={false}
    limit={100}
    onChange={(picked) => picked !== null && onPick(picked)}
  />
)
