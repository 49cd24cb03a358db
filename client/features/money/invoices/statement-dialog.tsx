import { Button, Group, Select, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { DateField } from '#client/components/fields/date-field.tsx'
import { ClientField } from '#client/components/fields/records/client-field.tsx'
import { isAcceptable } from '#client/components/forms/refused-fields.ts'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone, useUser } from '#client/lib/session/session.ts'
import { formatDate, inZone, today } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatDateRange } from '#shared/base/format.ts'
import { type StatementDto, statementCredit } from '#shared/money/invoices/statements.ts'
import { usePaymentsSearch } from '../use-payments-search.ts'
import sheet from './invoice/invoice-sheet.module.css'
import classes from './invoice/invoices.module.css'
import { PaperFacts } from './invoice/paper-parts.tsx'

/** A client's invoices and payments over a period, with a running balance. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const zone = useBooksZone()
  const own = useUser().client_id
  const [{ client: chosen }, setState] = usePaymentsSearch()
  const [from, setFrom] = useState(() =>
    inZone(new Date().toISOString(), zone).subtract(90, 'day').format('YYYY-MM-DD'),
  )
  const [to, setTo] = useState(() => today(zone))
  const client = own ?? chosen
  return (
    <Dialog title="Statement" opened onClose={onClose} size="lg" sheet>
      <Stack gap="md" component="form">
        {own === null && (
          <ClientField
            label="Client"
            placeholder="Choose a client"
            clearable={false}
            value={chosen}
            onChange={(id) => setState({ client: id })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DateField label="From" clearable={false} value={from} onChange={(date) => date && setFrom(date)} />
          <DateField label="To" clearable={false} value={to} onChange={(date) => date && setTo(date)} />
        </SimpleGrid>
        {client === null ? (
          <Text c="dimmed">Choose a client to see their invoices and payments.</Text>
        ) : (
          <Statement key={client} clientId={client} from={from} to={to} />
        )}
      </Stack>
    </Dialog>
  )
}

function Statement({ clientId, from, to }: { clientId: string; from: string; to: string }) {
  const [currency, setCurrency] = useState<string>()
  const query = trpc.invoices.statement.useQuery({ client_id: clientId, from, to, currency })
  const { data } = query
  // Stays while another currency loads, and if it can't be loaded.
  const [currencies, setCurrencies] = useState<string[]>([])
  if (data !== undefined && data.currencies !== currencies) setCurrencies(data.currencies)
  return (
    <>
      {currencies.length > 1 && (
        <Select
          label="Currency"
          data={currencies}
          value={data?.currency ?? currency ?? null}
          allowDeselect={false}
          onChange={(chosen) => chosen && setCurrency(chosen)}
        />
      )}
      {data === undefined ? (
        <QueryState query={query} loading={<Skeleton h={160} />} />
      ) : (
        <LoadedStatement
          statement={data}
          address={`/documents/statements/${clientId}.pdf?${new URLSearchParams({ from, to, currency: data.currency })}`}
        />
      )}
    </>
  )
}

function LoadedStatement({ statement, address }: { statement: StatementDto; address: string }) {
  return (
    <>
      <StatementSheet statement={statement} />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          component="a"
          href={address}
          download
          onClick={(event) => {
            if (!isAcceptable(event.currentTarget.closest('form'))) event.preventDefault()
          }}
        >
          Download PDF
        </Button>
      </Group>
    </>
  )
}

/** The printable version, for the browser or as a PDF. */
function StatementSheet({ statement }: { statement: StatementDto }) {
  const { client_name, currency, from, to } = statement
  return (
    <article className={sheet.paper} aria-label="Statement" data-paper>
      <header className={sheet.head}>
        <p className={sheet.name}>Statement</p>
        <p className={sheet.issuer}>{client_name}</p>
      </header>
      <PaperFacts
        facts={[
          ['Period', formatDateRange(from, to)],
          ['Currency', currency],
        ]}
      />
      <StatementTable statement={statement} />
    </article>
  )
}

function StatementTable({ statement }: { statement: StatementDto }) {
  const money = (amount: number) => formatMoney(amount, statement.currency)
  const credit = statementCredit(statement)
  return (
    <table className={`${classes.lines} ${classes.statement}`}>
      <thead>
        <tr>
          <th>Date</th>
          <th>Description</th>
          <th className={classes.number}>Amount</th>
          <th className={classes.number}>Balance</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td colSpan={3}>Opening balance on {formatDate(statement.from)}</td>
          <td className={classes.number}>{money(statement.opening_balance)}</td>
        </tr>
        {statement.lines.map((line) => (
          <tr key={`${line.date} ${line.kind} ${line.text} ${line.balance}`}>
            <td className={classes.date}>{formatDate(line.date)}</td>
            <td>{line.text}</td>
            <td className={classes.number}>{money(line.amount)}</td>
            <td className={classes.number}>{money(line.balance)}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={3}>
            <strong>Closing balance on {formatDate(statement.to)}</strong>
          </td>
          <td className={classes.number}>
            <strong>{money(statement.closing_balance)}</strong>
          </td>
        </tr>
        {credit !== null && (
          <tr>
            <td colSpan={3}>{credit[0]}</td>
            <td className={classes.number}>{credit[1]}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
