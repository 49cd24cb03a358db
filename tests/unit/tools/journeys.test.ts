import { expect, test } from 'vitest'
import { callsFrom, roomsOf } from '#scripts/checks/journeys.ts'

test('sending an invoice calls functions of 14 folders', () => {
  const rooms = roomsOf(
    callsFrom({ file: 'server/money/invoices/sending/commands/send.ts', name: 'sendInvoice' }),
  )
  expect(rooms).toContain('identity/letterhead')
  expect(rooms).toContain('money/invoices/credit')
  expect(rooms.length, rooms.join(', ')).toBeLessThanOrEqual(14)
})

test('a payment by link enters the charge once', () => {
  const CHARGE = 'server/money/payments/charge/commands/charge.ts'
  const calls = callsFrom({ file: 'server/money/payments/charge/commands/pay.ts', name: 'payByLink' })
  const entries = calls.filter(({ from, to }) => to.file === CHARGE && from.file !== CHARGE)
  expect(entries.map(({ from, to }) => `${from.name} → ${to.name}`)).toEqual([
    'chargeForInvoice → chargeCard',
  ])
  const rooms = roomsOf(calls)
  expect(rooms).toContain('money/payments/accounts')
  expect(rooms.length, rooms.join(', ')).toBeLessThanOrEqual(25)
})
