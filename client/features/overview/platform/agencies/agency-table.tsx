import { Button, Group, Pagination, Stack, Table, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { CardFact, RecordCard } from '#client/components/records/record-card.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { usePhone } from '#client/lib/breakpoints.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { formatCard } from '#shared/base/amounts/money.ts'
import type { AgencyDto, AgencySort } from '#shared/overview/agencies.ts'
import { agencyListInput, NO_AGENCY_FILTERS } from '#shared/overview/screens/agencies.ts'
import classes from './agencies.module.css'
import { agenciesSearch } from './agencies-search.ts'

/** One page of agencies, sorted by the column in the URL. */
export function AgencyTable({ onNew }: { onNew: () => void }) {
  const [{ search, status, plan, sort, order, page }, setState] = useSearchState(agenciesSearch)
  const phone = usePhone()
  const query = trpc.agencies.list.useQuery(agencyListInput({ search, status, plan, sort, order, page }), {
    placeholderData: keepPreviousData,
  })
  const { data } = query
  if (data === undefined)
    return <QueryState query={query} loading={<Skeletons layout="rows" height={40} />} />
  if (data.total === 0) {
    const filtered = search !== '' || status !== null || plan !== null
    return filtered ? (
      <EmptyState
        drawing="search"
        title="No agencies found"
        message="Try different keywords or fewer filters."
        action={
          <Button variant="default" onClick={() => setState(NO_AGENCY_FILTERS)}>
            Clear filters
          </Button>
        }
      />
    ) : (
      <EmptyState
        drawing="people"
        title="No agencies yet"
        message="Agencies that sign up or that you add appear here."
        action={<Button onClick={onNew}>Add Agency</Button>}
      />
    )
  }
  const pages = Math.ceil(data.total / data.page_size)
  const first = (data.page - 1) * data.page_size + 1
  return (
    <>
      {phone ? <AgencyCards agencies={data.items} /> : <AgencyRows agencies={data.items} />}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {first}–{first + data.items.length - 1} of {data.total}
        </Text>
        {pages > 1 && (
          <Pagination
            total={pages}
            value={data.page}
            onChange={(next) => setState({ page: next })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
            size="sm"
          />
        )}
      </Group>
    </>
  )
}

interface AgenciesProps {
  agencies: AgencyDto[]
}

function AgencyRows({ agencies }: AgenciesProps) {
  return (
    <div className={classes.box}>
      <Table aria-label="Agencies" miw={860}>
        <Table.Thead>
          <Table.Tr>
            <SortHeader column="name">Agency</SortHeader>
            <Table.Th>Owner</Table.Th>
            <Table.Th>Plan</Table.Th>
            <Table.Th>Status</Table.Th>
            <SortHeader column="employees" number>
              Employees
            </SortHeader>
            <SortHeader column="projects" number>
              Projects
            </SortHeader>
            <SortHeader column="revenue" number>
              Revenue
            </SortHeader>
            <SortHeader column="created_at" number>
              Joined
            </SortHeader>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {agencies.map((agency) => (
            <AgencyRow key={agency.id} agency={agency} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function AgencyRow({ agency }: { agency: AgencyDto }) {
  const [, setState] = useSearchState(agenciesSearch)
  const zone = useZone()
  return (
    <Table.Tr className={classes.row}>
      <Table.Td>
        <button
          type="button"
          className={classes.open}
          onClick={() => setState({ agency: agency.id }, 'push')}
        >
          {agency.name}
        </button>
      </Table.Td>
      <Table.Td>{agency.owner_name}</Table.Td>
      <Table.Td>{agency.plan}</Table.Td>
      <Table.Td>
        <AgencyStatus agency={agency} />
      </Table.Td>
      <Table.Td className={classes.number}>{agency.employees}</Table.Td>
      <Table.Td className={classes.number}>{agency.projects}</Table.Td>
      <Table.Td className={classes.number}>{formatCard(agency.revenue, agency.currency)}</Table.Td>
      <Table.Td className={classes.number}>{formatInstantDate(agency.created_at, zone)}</Table.Td>
    </Table.Tr>
  )
}

function AgencyCards({ agencies }: AgenciesProps) {
  return (
    <Stack component="ul" gap={12} m={0} p={0} className={classes.cards} aria-label="Agencies">
      {agencies.map((agency) => (
        <li key={agency.id}>
          <RecordCard title={agency.name} subtitle={agency.owner_name} opens={{ agency: agency.id }}>
            <div>
              <CardFact label="Plan">{agency.plan}</CardFact>
              <CardFact label="Status">
                <AgencyStatus agency={agency} />
              </CardFact>
              <CardFact label="Employees">{agency.employees}</CardFact>
              <CardFact label="Projects">{agency.projects}</CardFact>
              <CardFact label="Revenue">{formatCard(agency.revenue, agency.currency)}</CardFact>
            </div>
          </RecordCard>
        </li>
      ))}
    </Stack>
  )
}

/** "Active" or "Trial", with a badge for a suspension or scheduled deletion. */
export function AgencyStatus({ agency }: { agency: AgencyDto }) {
  return (
    <Group gap={6} wrap="nowrap" component="span">
      {!agency.suspended && (
        <StatusBadge status={agency.status} label={agency.status === 'trial' ? 'Trial' : 'Active'} />
      )}
      {agency.suspended && <StatusBadge status="suspended" label="Suspended" />}
      {agency.delete_after !== null && <StatusBadge status="suspended" label="Deletion scheduled" />}
    </Group>
  )
}

interface SortHeaderProps {
  column: AgencySort
  number?: boolean
  children: string
}

function SortHeader({ column, number, children }: SortHeaderProps) {
  const [{ sort, order }, setState] = useSearchState(agenciesSearch)
  const active = sort === column
  const Arrow = order === 'asc' ? IconChevronUp : IconChevronDown
  const toggle = () => {
    const reversed = order === 'desc' ? 'asc' : 'desc'
    setState({ sort: column, order: active ? reversed : column === 'name' ? 'asc' : 'desc', page: 1 })
  }
  return (
    <Table.Th
      className={number ? classes.number : undefined}
      aria-sort={active ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className={classes.sort} onClick={toggle}>
        {children}
        {active && <Arrow size={14} aria-hidden />}
      </button>
    </Table.Th>
  )
}
