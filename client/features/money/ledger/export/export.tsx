import { Button, SegmentedControl, Skeleton, Switch, Text } from '@mantine/core'
import { IconDownload, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { type BooksFile, rateName, type UsedRate } from '#shared/money/ledger/books.ts'
import type { BookAccountsDto } from '#shared/money/ledger/schemas/books.ts'
import { accountsSearch } from '../accounts-search.ts'
import { booksAddress } from '../books-address.ts'
import classes from '../finance.module.css'
import { Panel } from '../panel.tsx'
import { usePeriod } from '../period-picker.tsx'
import { AccountsDialog } from './accounts-dialog.tsx'

interface Offered {
  file: BooksFile
  title: string
  about: string
}

const TABLES: readonly Offered[] = [
  {
    file: 'journal',
    title: 'Journal',
    about:
      'Every entry with its id, when and by whom it was recorded, net and tax. Entries never change; corrections are further rows.',
  },
  {
    file: 'invoices',
    title: 'Invoices',
    about: 'Sent invoices and credit notes with net, tax, total and amount due.',
  },
  {
    file: 'invoice-lines',
    title: 'Invoice lines',
    about: 'Each line with its tax rate, category and share of discounts.',
  },
  { file: 'payments', title: 'Payments', about: 'Payments from clients, with their refunds.' },
  {
    file: 'provider-payouts',
    title: 'Provider payouts',
    about: 'Each payout to your bank with its payments, refunds and fees.',
  },
  {
    file: 'taxes',
    title: 'Tax report',
    about: 'Net, tax and gross by rate, in the base currency and in each currency.',
  },
  { file: 'ageing', title: 'Aging', about: 'What each client owes today, by days past the due date.' },
]

const PROGRAMS: readonly Offered[] = [
  {
    file: 'datev',
    title: 'DATEV',
    about:
      'A posting batch (EXTF 700) of documents, payments, credit, losses and expenses, within one fiscal year.',
  },
  { file: 'xero', title: 'Xero', about: 'Sales invoices and credit notes, for Import under Invoices.' },
  { file: 'xero-fees', title: 'Xero fees', about: 'Fees of card payments, for Import under Bills.' },
  {
    file: 'xero-payments',
    title: 'Xero payments',
    about:
      'Payments, refunds and fees as a statement of the bank account, to reconcile with invoices and bills.',
  },
  {
    file: 'xero-credit',
    title: 'Xero credit',
    about: 'Credit notes, credit applied and write-offs, as a statement of an account for clients’ credit.',
  },
  {
    file: 'quickbooks',
    title: 'QuickBooks Online',
    about: 'Invoices, for Import data.',
  },
  {
    file: 'quickbooks-fees',
    title: 'QuickBooks Online fees',
    about: 'Fees of card payments as bills, for Import data.',
  },
  {
    file: 'quickbooks-journal',
    title: 'QuickBooks Online journal',
    about: 'Payments, credit notes, credit and write-offs as journal entries, for Import data.',
  },
]

/** Exports for spreadsheets and for accounting software. */
export function Export() {
  const [{ basis }, setState] = useSearchState(accountsSearch)
  const { viewing_as } = useUser()
  const write = useCan('finance.write') && !viewing_as
  const [mark, setMark] = useState(true)
  const [editing, setEditing] = useState(false)
  const accounts = trpc.finance.accounts.useQuery()
  const period = usePeriod()
  const addressOf = (file: BooksFile) =>
    booksAddress(file, { ...period, basis: file === 'taxes' ? basis : null, bom: mark ? null : 'no' })
  return (
    <>
      <Panel title="Tables">
        <Files files={TABLES} addressOf={addressOf} />
        <SegmentedControl
          aria-label="Tax report counted by"
          w="fit-content"
          size="xs"
          data={[
            { value: 'issued', label: 'Taxes by issue date' },
            { value: 'paid', label: 'Taxes by payment date' },
          ]}
          value={basis}
          onChange={(value) => setState({ basis: accountsSearch.params.basis(value) })}
        />
        <Switch
          label="Byte order mark"
          description="Spreadsheets need it to show accented letters; some programs can’t read it."
          checked={mark}
          onChange={(event) => setMark(event.currentTarget.checked)}
        />
      </Panel>
      <Panel title="Accounting programs">
        {accounts.data === undefined ? (
          <QueryState query={accounts} loading={<Skeleton h={120} />} />
        ) : (
          <>
            <Files
              files={PROGRAMS}
              addressOf={addressOf}
              refusal={(file) => refusalOf(file, accounts.data)}
            />
            {write && (
              <Button
                variant="default"
                w="fit-content"
                leftSection={<IconSettings size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                Account numbers
              </Button>
            )}
            {editing && <AccountsDialog accounts={accounts.data} onClose={() => setEditing(false)} />}
          </>
        )}
      </Panel>
    </>
  )
}

/** What has to be entered before the file can be created. */
function refusalOf(file: BooksFile, accounts: BookAccountsDto): string | null {
  const { consultant_number, client_number, unmapped_rates, ambiguous_rates } = accounts
  if (file === 'xero' || file === 'quickbooks') return missing('a tax code', ambiguous_rates[file])
  if (file !== 'datev') return null
  if (consultant_number === null || client_number === null) {
    return 'Enter the consultant and client numbers first.'
  }
  return missing('a revenue account', unmapped_rates)
}

const missing = (what: string, rates: readonly UsedRate[]): string | null =>
  rates.length === 0
    ? null
    : `Enter ${what} for ${rates.map(rateName).join(', ')} under Account numbers first.`

interface FilesProps {
  files: readonly Offered[]
  addressOf: (file: BooksFile) => string
  refusal?: (file: BooksFile) => string | null
}

function Files({ files, addressOf, refusal }: FilesProps) {
  return (
    <ul className={classes.files}>
      {files.map(({ file, title, about }) => {
        const missing = refusal?.(file) ?? null
        return (
          <li key={file} className={classes.file}>
            <div>
              <Text size="sm" fw={500}>
                {title}
              </Text>
              <Text size="sm" c="dimmed">
                {missing ?? about}
              </Text>
            </div>
            {missing === null && (
              <Button
                variant="default"
                size="xs"
                flex="none"
                leftSection={<IconDownload size={14} aria-hidden />}
                component="a"
                href={addressOf(file)}
                download
              >
                {`Download ${title}`}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
