import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

const REFUSED = [...Array(0x20).keys(), 0x7f, 0xd800, 0xdfff, 0xfffe, 0xffff].filter(
  (point) => ![0x09, 0x0a, 0x0d].includes(point),
)

test("text that documents can't contain is refused, and the message says where it is", async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const owner = callerAs(db, home.owner)
  const draft = draftFor(home.client.clientId)
  for (const point of REFUSED) {
    const text = `Web${String.fromCharCode(point)}site`
    const name = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
    await expect(owner.invoices.save({ ...draft, notes: text })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `The invisible character ${name} after “Web” cannot be stored. Please delete it.`,
    })
  }
  await expect(owner.invoices.save({ ...draft, title: '\u000bSite' })).rejects.toMatchObject({
    message:
      'The invisible character U+000B at the beginning of this text cannot be stored. Please delete it.',
  })
  const { id } = await owner.invoices.save({ ...draft, notes: 'Tab\tbreak\r\né 漢 🏡 \u200b' })
  expect((await owner.invoices.get({ id })).notes).toBe('Tab\tbreak\r\né 漢 🏡 \u200b')
})
