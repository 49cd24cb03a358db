import { amountReading, priceReading, readParts } from '#shared/base/amounts/typed-number.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { Caller } from '../caller.ts'

/** 6 × 450.00 and 10 × 90.00, due in thirty days: 3,600.00. */
export const draftFor = (clientId: string): InvoiceSaveInput => ({
  client_id: clientId,
  title: 'Milestone 2',
  due_date: '2026-04-03',
  items: [
    { description: 'Page templates', quantity: 6, rate: 45_000 },
    { description: 'CMS integration', quantity: 10, rate: 9000 },
  ],
})

/** A sent invoice of 3,600.00; returns its id. */
export async function sendInvoiceTo(owner: Caller, clientId: string): Promise<string> {
  const { id } = await owner.invoices.save(draftFor(clientId))
  await owner.invoices.send({ id })
  return id
}

/** Reads an amount (`4,800`, `4800.5`, `4.800,50`) into minor units; null if invalid. */
export const parseAmount = (text: string, currency: string): number | null =>
  readParts(text, amountReading(currency))

/** Reads a unit price (`0.1648`) into minor units with up to four decimals. */
export const parsePrice = (text: string, currency: string): number | null =>
  readParts(text, priceReading(currency))

/** The input of a completed card form. */
export const card = (method = 'mock_card_visa') => ({ method, request_id: crypto.randomUUID() })

/** The input of a completed refund form; without an amount it refunds everything left. */
export const refundForm = (amount?: number) => ({
  ...(amount !== undefined && { amount }),
  reason: 'Mistake',
  request_id: crypto.randomUUID(),
})

/** The input of a completed deposit form. */
export const depositOf = (clientId: string, amount: number, currency?: string) => ({
  client_id: clientId,
  amount,
  currency,
  method: 'bank' as const,
  request_id: crypto.randomUUID(),
})
