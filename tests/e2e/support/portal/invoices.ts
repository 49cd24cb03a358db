import type { Page } from 'playwright/test'
import { callAs } from './rpc.ts'

/** The first day of a month from now. */
export const inMonths = (months: number): string => {
  const date = new Date()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** A sent invoice over €90.00 with its pay link. */
export async function sendInvoice(owner: Page, given: Record<string, unknown> = {}) {
  await owner.goto('/payments?tab=invoices')
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(owner, 'clients.list', 'query')
  const client = items.find(({ name }) => name === 'Jordan Blake')
  const { id } = await callAs<{ id: string }>(owner, 'invoices.save', 'mutation', {
    client_id: client?.id,
    title: 'Translations',
    due_date: inMonths(1),
    currency: 'EUR',
    booking_rate: '1.1',
    items: [{ description: 'Pages', quantity: 1, rate: 9000 }],
    ...given,
  })
  const { number } = await callAs<{ number: string }>(owner, 'invoices.send', 'mutation', { id })
  const { url } = await callAs<{ url: string }>(owner, 'invoices.createPayLink', 'mutation', { id })
  return { id, number, url }
}
