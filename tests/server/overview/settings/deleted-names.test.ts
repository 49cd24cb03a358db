import { expect, test } from 'vitest'
import { givePasswords, PASSWORD } from '#tests/support/api-tokens.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { columnsWith } from '#tests/support/planted/texts.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

test('a deleted account is not found in messages by its name', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await givePasswords(db)
  const project = await addProject(db, home)
  const employee = callerAs(db, home.employee)
  await employee.messages.send({ project_id: project.id, content: 'Hello' })
  expect(await columnsWith(db, [home.employee.name])).toContain('search_entries.keywords')
  const { email } = home.employee
  await employee.settings.deleteAccount({ confirm_email: email, password: PASSWORD })
  expect(await columnsWith(db, [home.employee.name])).not.toContain('search_entries.keywords')
})

test('what others did with a deleted person’s record and weeks no longer names them', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await givePasswords(db)
  const [owner, employee] = [callerAs(db, home.owner), callerAs(db, home.employee)]
  const date = '2026-02-24'
  await employee.workLog.saveHours({ project_id: null, date, duration: '2h', entry: null })
  const { id, version } = await employee.timesheets.submit({ date })
  await owner.timesheets.review({ id, version, decision: 'approved' })
  for (const deactivated of [true, false])
    await owner.employees.setDeactivated({ id: home.employee.employeeId, deactivated })
  const summaries = async () =>
    (await db.selectFrom('activity').select('summary').execute()).map(({ summary }) => summary)
  expect((await summaries()).join()).toContain(`of ${home.employee.name} approved`)
  await employee.settings.deleteAccount({ confirm_email: home.employee.email, password: PASSWORD })
  expect((await summaries()).join()).toContain('of Deleted user approved')
  expect((await summaries()).filter((text) => text.includes(home.employee.name))).toEqual([])
})
