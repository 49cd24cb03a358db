import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { addTask } from '#tests/support/work.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'

const DAY = '2026-03-04'

/** A contributor's entry of two hours on a project, which the contributor has deleted. */
async function setUpDeleted() {
  const time = await setUpWorld()
  const project_id = await addProject(time.db, time.world.home, 'Website', { billing_rate: 9000 })
  const task = await addTask(time.db, time.world.home.owner, project_id, {})
  const { id } = await time.employee.workLog.save({
    project_id,
    task_id: task.id,
    note: 'Review',
    billable: false,
    time: { kind: 'interval', start: `${DAY}T09:00`, end: `${DAY}T11:00` },
  })
  const rows = () => time.db.selectFrom('time_entries').selectAll().execute()
  const before = await rows()
  const { undo } = await time.employee.workLog.delete({ id })
  return { ...time, project_id, task, undo, rows, before }
}

test('a deleted entry is restored with the rates of its day', async () => {
  const { db, owner, employee, project_id, undo, rows, before } = await setUpDeleted()
  await owner.timesheets.saveProjectTime({
    project_id,
    share_hours: false,
    billing_rate: 20_000,
    budget: null,
  })
  await db.updateTable('employees').set({ hourly_rate: 12_345 }).execute()
  expect(await rows()).toEqual([])
  await employee.workLog.restore({ undo })
  const [after] = await rows()
  expect({ ...after, version: 1, updated_at: null }).toEqual({ ...before[0], version: 1, updated_at: null })
})

test('an entry is restored once, within a minute, and only by its person', async () => {
  const { db, world, employee, undo, at } = await setUpDeleted()
  for (const person of [world.home.owner, world.foreign.owner, world.home.client, world.admin]) {
    await expect(callerAs(db, person).workLog.restore({ undo })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(employee.tasks.undoBulk({ undo })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(employee.workLog.restore({ undo: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const late = at(world.home.employee, '2099-01-01T00:00:00.000Z')
  await expect(late.workLog.restore({ undo })).rejects.toMatchObject({ code: 'CONFLICT' })
  const clicks = await Promise.allSettled(Array.from({ length: 5 }, () => employee.workLog.restore({ undo })))
  expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(employee.workLog.restore({ undo })).rejects.toThrow('can no longer be undone')
})

test('an entry is not restored into a week submitted since', async () => {
  const { employee, project_id, undo, rows } = await setUpDeleted()
  const time = { kind: 'duration', date: DAY, duration: '1h' } as const
  await employee.workLog.save({ project_id, time })
  await employee.timesheets.submit({ date: DAY })
  await expect(employee.workLog.restore({ undo })).rejects.toThrow('submitted for approval')
  expect(await rows()).toHaveLength(1)
})

test('an entry of a task deleted since is restored, but not for somebody who left the agency', async () => {
  const { db, world, owner, employee, task, undo, rows } = await setUpDeleted()
  await owner.tasks.delete({ id: task.id })
  const elsewhere = callerAs(db, { ...world.foreign.employee, userId: world.home.employee.userId })
  await expect(elsewhere.workLog.restore({ undo })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await rows()).toEqual([])
  await employee.workLog.restore({ undo })
  expect(await rows()).toMatchObject([{ task_id: task.id }])
})

test('a discarded timer runs on when it is restored, unless another one was started', async () => {
  const { employee } = await setUpWorld()
  const discard = async () => {
    const { entry } = await employee.workLog.start({})
    return employee.workLog.delete({ id: entry.id })
  }
  const first = await discard()
  expect((await employee.workLog.restore({ undo: first.undo })).ended_at).toBeNull()
  await employee.workLog.stop()
  const second = await discard()
  await employee.workLog.start({})
  await expect(employee.workLog.restore({ undo: second.undo })).rejects.toMatchObject({ code: 'CONFLICT' })
})
