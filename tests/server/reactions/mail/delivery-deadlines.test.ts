import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MailSender } from '#server/base/adapters/mail.ts'
import { addDays, addMinutes, toInstant } from '#server/base/db/values.ts'
import { deliverDueMails } from '#server/reactions/mail/commands/deliver.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

test("an email whose link has expired isn't sent, and the log says so", async () => {
  const { db } = await createTestDatabase()
  const { admin, home } = await createWorld(db)
  await callerAs(db, null).auth.requestPasswordReset({ email: home.owner.email })
  await callerAs(db, home.owner).invitations.create({ email: 'new@example.test', role: 'employee' })
  const queued = await db
    .selectFrom('mail_outbox')
    .select(['recipient', 'not_after'])
    .orderBy('recipient')
    .execute()
  expect(queued).toEqual([
    { recipient: home.owner.email, not_after: toInstant(addMinutes(TEST_NOW, 30)) },
    { recipient: 'new@example.test', not_after: toInstant(addDays(TEST_NOW, 7)) },
  ])
  const sent: string[] = []
  const sender: MailSender = {
    send: async ({ recipient }) => {
      sent.push(recipient)
      return '250 OK'
    },
    close: () => {},
  }
  const now = addMinutes(TEST_NOW, 31)
  const result = await deliverDueMails(ctxFor(testServices(db, { now }), null), sender)
  expect(result).toEqual({ sent: 1, failed: 1 })
  expect(sent).toEqual(['new@example.test'])
  const { items } = await callerAs(db, admin).platform.mails({ status: 'failed' })
  expect(items).toMatchObject([
    { recipient: home.owner.email, last_error: 'Not sent: its link expired before it could be.' },
  ])
  await expect(callerAs(db, admin).platform.retryMail({ id: items[0]?.id ?? '' })).rejects.toThrow('too old')
})

test('every email that states when its link expires has that time as its deadline', () => {
  for (const file of globSync('server/reactions/mail/handlers/*.ts')) {
    const text = readFileSync(file, 'utf8')
    const times = (pattern: RegExp) => text.match(pattern)?.length ?? 0
    expect(times(/notAfter:/g), file).toBe(times(/link works once/g))
  }
})
