import { Text } from '@mantine/core'
import type { Opens } from '#client/components/lists/open-link.tsx'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { DataTable } from '#client/components/table/data-table.tsx'
import { TableList, type TableListProps } from '#client/components/table/table-list.tsx'
import type { Column } from '#client/components/table/table-props.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { ClientDto, ClientSort } from '#shared/people/clients.ts'
import { ClientMenu } from './client-menu.tsx'
import { clientSearch } from './client-search.ts'
import { useClientRights } from './use-client-rights.ts'

const AVATAR = 24

const NONE = (
  <Text c="dimmed" span inherit>
    –
  </Text>
)
const day = (date: string | null) => (date === null ? NONE : formatDate(date))

const AGENCY: Column<ClientDto, ClientSort> = {
  label: 'Agency',
  width: 'minmax(90px, 1fr)',
  render: (client) => client.agency_name,
}

const COLUMNS: Column<ClientDto, ClientSort>[] = [
  {
    label: 'Company',
    width: 'minmax(100px, 1.4fr)',
    sort: 'company',
    extra: true,
    render: (client) => client.company ?? '–',
  },
  {
    label: 'Active projects',
    width: '108px',
    sort: 'projects',
    figures: true,
    render: (client) => client.active_project_count,
  },
  {
    label: 'Outstanding',
    width: '124px',
    sort: 'outstanding',
    figures: true,
    render: ({ outstanding_amount, currency }) =>
      outstanding_amount === 0 ? NONE : formatMoney(outstanding_amount, currency),
  },
  {
    label: 'Last invoice',
    width: '104px',
    sort: 'invoiced',
    figures: true,
    extra: true,
    render: (client) => day(client.last_invoice_on),
  },
  {
    label: 'Last payment',
    width: '108px',
    sort: 'paid',
    figures: true,
    render: (client) => day(client.last_payment_on),
  },
]

interface ClientTableProps extends Omit<TableListProps<ClientDto>, 'children'> {
  opens: (client: ClientDto) => Opens
}

export function ClientTable({ opens, ...list }: ClientTableProps) {
  const [{ sort, desc }, setState] = useSearchState(clientSearch)
  const { acrossAgencies } = useClientRights()
  return (
    <TableList {...list}>
      {(clients) => (
        <DataTable
          label="Clients"
          items={clients}
          query={list.query}
          title={{
            column: { label: 'Name', width: 'minmax(160px, 2fr)', sort: 'name' },
            of: (client) => client.name,
          }}
          lead={(client) => <UserAvatar name={client.name} size={AVATAR} />}
          columns={acrossAgencies ? [AGENCY, ...COLUMNS] : COLUMNS}
          sorting={{ sort, desc, onSort: setState }}
          actions={(client) => <ClientMenu client={client} />}
          opens={opens}
          onPeek={(client) => setState({ peek: client.id }, 'push')}
        />
      )}
    </TableList>
  )
}
