import { formatCharged } from '#shared/base/amounts/money.ts'
import type { BookDifference } from '#shared/overview/platform.ts'

interface Document {
  client_id: string | null
  kind: 'invoice' | 'credit_note' | 'template'
  status: string
  currency: string
  total: number
  amount_paid: number
  amount_credited: number
  amount_applied: number
  amount_written_off: number
}

interface Balance {
  /** As on a statement: invoiced, minus credited, paid, granted, and written off. */
  statement: number
  /** From the documents: open amounts minus the client's credit. */
  open: number
}

/** Each client's balance per currency, computed in two ways that must agree. */
export class Balances {
  private readonly sums = new Map<string, Balance>()

  addDocument({ client_id, kind, status, currency, ...amounts }: Document): void {
    if (kind === 'template') return
    const { total, amount_paid, amount_credited, amount_applied, amount_written_off } = amounts
    const settled = amount_paid + amount_credited + amount_applied + amount_written_off
    if (kind === 'credit_note') this.add(client_id, currency, { statement: -total })
    // A void invoice has no amount due, but its payments still count.
    else if (status === 'void') this.add(client_id, currency, { open: -amount_paid - amount_applied })
    else this.add(client_id, currency, { statement: total, open: total - settled })
  }

  addPayment(payment: { client_id: string | null; purpose: string; currency: string; kept: number }): void {
    if (payment.purpose === 'deposit') this.add(payment.client_id, payment.currency, { open: -payment.kept })
  }

  /** Credit that doesn't come from a deposit. */
  addCredit(credit: { client_id: string; currency: string; amount: number }): void {
    this.add(credit.client_id, credit.currency, { open: -credit.amount })
  }

  addEntry(entry: {
    client_id: string | null
    payment_id: string | null
    direction: string
    category: string
    currency: string
    amount: number
  }): void {
    if (!isStated(entry)) return
    this.add(entry.client_id, entry.currency, { statement: -entry.amount })
  }

  clientIds(): string[] {
    return this.unlike().map(({ clientId }) => clientId)
  }

  differences(names: ReadonlyMap<string, string>): BookDifference[] {
    return this.unlike().map(({ clientId, currency, statement, open }) => {
      const money = (amount: number) => formatCharged(amount, currency)
      const name = names.get(clientId) ?? clientId
      return {
        kind: 'statement',
        subject: `${clientId} ${currency}`,
        details: `The statement of ${name} has a closing balance of ${money(statement)}, but the open documents add up to ${money(open)}.`,
      }
    })
  }

  private unlike() {
    return [...this.sums]
      .filter(([, { statement, open }]) => statement !== open)
      .map(([key, sums]) => {
        const [clientId = '', currency = ''] = key.split(' ')
        return { clientId, currency, ...sums }
      })
  }

  private add(clientId: string | null, currency: string, by: Partial<Balance>): void {
    if (clientId === null) return
    const key = `${clientId} ${currency}`
    const { statement, open } = this.sums.get(key) ?? { statement: 0, open: 0 }
    this.sums.set(key, { statement: statement + (by.statement ?? 0), open: open + (by.open ?? 0) })
  }
}

/**
 * Whether it appears on the client's statement: payments, losses, and granted credit, but not transfers
 * between invoices and credit.
 */
function isStated(entry: { direction: string; category: string; payment_id: string | null }): boolean {
  if (entry.direction === 'write_off') return true
  if (entry.direction === 'liability' && entry.category === 'credit_adjustments') return true
  const ofClients = ['invoices', 'deposits', 'client_credit'].includes(entry.category)
  return entry.payment_id !== null && ofClients && entry.direction !== 'expense'
}
