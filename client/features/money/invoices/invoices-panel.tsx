import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { usePaymentsSearch } from '../use-payments-search.ts'
import { OwnCredit } from './credit/own-credit.tsx'
import classes from './invoice/invoices.module.css'
import { InvoiceList } from './list/invoice-list.tsx'
import { SummaryStrip } from './list/summary-strip.tsx'
import { RecurringList } from './recurring/recurring-list.tsx'

const SendDialog = lazyLayer(() => import('./detail/send-dialog.tsx'), 'SendDialog')
const EditInvoiceDialog = lazyLayer(() => import('./form/invoice-dialog.tsx'), 'EditInvoiceDialog')
const InvoiceDialog = lazyLayer(() => import('./form/invoice-dialog.tsx'), 'InvoiceDialog')
const HoursInvoiceDialog = lazyLayer(() => import('./form/invoice-dialog.tsx'), 'HoursInvoiceDialog')
const EditRecurringDialog = lazyLayer(() => import('./recurring/recurring-dialog.tsx'), 'EditRecurringDialog')
const RecurringDialog = lazyLayer(() => import('./recurring/recurring-dialog.tsx'), 'RecurringDialog')
const StatementDialog = lazyLayer(() => import('./statement-dialog.tsx'), 'StatementDialog')

/** Invoices the user issues or receives, with their dialogs. */
export function InvoicesPanel() {
  const [state, setState] = usePaymentsSearch()
  const { viewing_as, client_id } = useUser()
  const write = useCan('invoice.write') && !viewing_as
  const recurring = write && state.view === 'recurring'
  return (
    <>
      {(write || client_id !== null) && (
        <Group gap="xs" justify="flex-end" className={classes.acts}>
          <Button variant="default" onClick={() => setState({ statement: true }, 'push')}>
            Statement
          </Button>
          {write && (
            <Button
              variant={recurring ? 'light' : 'default'}
              aria-pressed={recurring}
              onClick={() => setState({ view: recurring ? null : 'recurring' })}
            >
              Recurring
            </Button>
          )}
          {write && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setState({ new: true }, 'push')}
            >
              {recurring ? 'New recurring invoice' : 'Create Invoice'}
            </Button>
          )}
        </Group>
      )}
      {client_id !== null && <OwnCredit clientId={client_id} />}
      {!recurring && <SummaryStrip />}
      {recurring ? <RecurringList /> : <InvoiceList />}

      {write && state.new && !recurring && <InvoiceDialog onClose={() => setState({ new: false })} />}
      {write && state.hours_of !== null && (
        <HoursInvoiceDialog clientId={state.hours_of} onClose={() => setState({ hours_of: null })} />
      )}
      {recurring && state.new && <RecurringDialog onClose={() => setState({ new: false })} />}
      {recurring && state.edit !== null && (
        <EditRecurringDialog key={state.edit} id={state.edit} onClose={() => setState({ edit: null })} />
      )}
      {write && !recurring && state.edit !== null && (
        <EditInvoiceDialog key={state.edit} id={state.edit} onClose={() => setState({ edit: null })} />
      )}
      {write && state.send !== null && (
        <SendDialog key={state.send} id={state.send} onClose={() => setState({ send: null })} />
      )}
      {state.statement && <StatementDialog onClose={() => setState({ statement: false, client: null })} />}
    </>
  )
}
