import { expect, test } from 'vitest'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { openDemo } from '#tests/support/demo.ts'

const demo = openDemo()

test('each demo account starts with three unread notifications and no pending emails', async () => {
  const { db, world } = demo()
  const [admin] = world.staff
  const emma = world.home.contributors.find((person) => person.name === 'Emma Rivera')
  if (admin === undefined || emma === undefined) throw new Error('the demo accounts are missing')
  const accounts = [admin, world.home.owner, emma, world.client]
  for (const account of accounts)
    expect(await callerAs(db, account).notifications.unreadCount(), account.name).toBe(3)
  await markOverdueInvoices(systemContext({ services: testServices(db) }))
  for (const account of accounts)
    expect(await callerAs(db, account).notifications.unreadCount(), account.name).toBe(3)
  const due = await db.selectFrom('notifications').select('id').where('mail', '=', 'due').execute()
  expect(due).toEqual([])
})

test('the client has one unread message in each of two conversations; the others have none', async () => {
  const { db, world } = demo()
  const client = callerAs(db, world.client)
  expect(await client.messages.unreadCount()).toBe(2)
  const { items } = await client.messages.projects({})
  expect(items.map((project) => [project.name, project.unread]).sort()).toEqual([
    ['Harbor Brand Refresh', 0],
    ['Harbor Spring Campaign', 1],
    ['Harbor Website Redesign', 1],
  ])
  expect(await callerAs(db, world.home.owner).messages.unreadCount()).toBe(0)
})
