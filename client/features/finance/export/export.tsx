import { Button, SegmentedControl, Skeleton, Switch, Text } from '@mantine/core'
import { IconDownload, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { BooksFile } from '#shared/books.ts'
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
    about: 'Every movement of money, net and tax, in its currency and in base.',
  },
  {
    file: 'invoices',
    title: 'Invoices',
    about: 'Sent invoices and credit notes with net, tax, total and what is due.',
  },
  {
    file: 'invoice-lines',
    title: 'Invoice lines',
    about: 'Each line with its tax rate, category and share of discounts.',
  },
  { file: 'payments', title: 'Payments', about: 'What clients have paid, and what was refunded of it.' },
  {
    file: 'provider-payouts',
    title: 'Provider payouts',
    about: 'Each payout to your bank with its payments, refunds and fees.',
  },
  { file: 'taxes', title: 'Tax report', about: 'Net, tax and gross by rate, in base and in each currency.' },
  { file: 'ageing', title: 'Ageing', about: 'What each client owes today, by days past the due date.' },
]

const PROGRAMS: readonly Offered[] = [
  {
    file: 'datev',
    title: 'DATEV',
    about: 'A posting batch (EXTF 700) of invoices, payments and fees, within one fiscal year.',
  },
  { file: 'xero', title: 'Xero', about: 'Sales invoices and credit notes, for Import under Invoices.' },
  { file: 'xero-fees', title: 'Xero fees', about: 'Fees of card payments, for Import under Bills.' },
  {
    file: 'quickbooks',
    title: 'QuickBooks Online',
    about: 'Invoices, for Import data. Credit notes have to be entered there.',
  },
  {
    file: 'quickbooks-fees',
    title: 'QuickBooks Online fees',
    about: 'Fees of card payments as bills, for Import data.',
  },
]

/** Files of the books for spreadsheets, and for the programs of accountants. */
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
          description="Spreadsheets need it to show accents; some programs stumble over it."
          checked={mark}
          onChange={(event) => setMark(event.currentTarget.checked)}
        />
      </Panel>
      <Panel title="Accounting programs">
        {accounts.data === undefined ? (
          <Unanswered query={accounts} loading={<Skeleton h={120} />} />
        ) : (
          <>
            <Files
              files={PROGRAMS}
              addressOf={addressOf}
              refusal={(file) =>
                file === 'datev' &&
                (accounts.data.consultant_number === null || accounts.data.client_number === null)
                  ? 'Enter the consultant and client numbers first.'
                  : null
              }
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
