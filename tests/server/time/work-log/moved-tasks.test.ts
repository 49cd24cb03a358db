import { expect, test } from 'vitest'
import { addFile } from '#tests/support/work.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'

const on = (date: string) => ({ kind: 'duration', date, duration: '1h' }) as const
const keep = { kind: 'keep' } as const

/** A task of a project with a rate of its own, with time approved last week and open this week, and another project. */
async function setUpTask() {
  const time = await setUpWorld()
  const { db, world, employee, owner } = time
  const website = await addProject(db, world.home, 'Website', { billing_rate: 12_000 })
  const shop = await addProject(db, world.home, 'Shop')
  const task = await employee.tasks.save({ title: 'Layout', project_id: website })
  const approved = await employee.workLog.save({ task_id: task.id, time: on('2026-02-24') })
  const sheet = await employee.timesheets.submit({ date: '2026-02-24' })
  await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  const open = await employee.workLog.save({ task_id: task.id, time: on('2026-03-03') })
  const owners = await owner.workLog.save({ task_id: task.id, time: on('2026-02-24') })
  const move = (project_id: string) => employee.tasks.bulk({ ids: [task.id], action: 'project', project_id })
  const placeOf = async ({ id }: { id: string }) => {
    const { project, billing_rate, cost_rate } = await owner.workLog.get({ id })
    return { project: project?.name, billing_rate, cost_rate }
  }
  return { ...time, website, shop, task, approved, open, owners, move, placeOf }
}

test("a task's open time moves along to another project with its rates, and back; approved time stays", async () => {
  const { db, employee, owner, shop, task, approved, open, owners, move, placeOf } = await setUpTask()
  await owner.settings.saveRates({ billing_rate: 9500, cost_rate: 4000 })
  await db.updateTable('employees').set({ hourly_rate: 6000 }).execute()
  const { undo } = await move(shop)
  expect(await placeOf(open)).toEqual({ project: 'Shop', billing_rate: 4500, cost_rate: 4500 })
  expect(await placeOf(owners)).toEqual({ project: 'Shop', billing_rate: 9500, cost_rate: 0 })
  expect(await placeOf(approved)).toEqual({ project: 'Website', billing_rate: 12_000, cost_rate: 4500 })
  expect((await employee.workLog.get({ id: open.id })).version).toBe(open.version + 1)
  await employee.tasks.undoBulk({ undo })
  expect(await placeOf(open)).toEqual({ project: 'Website', billing_rate: 12_000, cost_rate: 4500 })
  const { title } = task
  await employee.tasks.save({ id: task.id, title, project_id: shop, status: 'review' })
  expect(await placeOf(open)).toEqual({ project: 'Shop', billing_rate: 4500, cost_rate: 4500 })
})

test("undoing a move restores the rates of open time, whatever the project's rate is now", async () => {
  const { db, employee, owner, website, shop, open, approved, task, move, placeOf } = await setUpTask()
  await db.updateTable('projects').set({ billing_rate: 15_000 }).where('id', '=', website).execute()
  const { undo } = await move(shop)
  await employee.tasks.undoBulk({ undo })
  expect(await placeOf(open)).toMatchObject({ project: 'Website', billing_rate: 12_000 })
  expect(await placeOf(approved)).toMatchObject({ project: 'Website', billing_rate: 12_000 })

  const again = await move(shop)
  const { version } = await employee.workLog.get({ id: open.id })
  await employee.workLog.save({
    id: open.id,
    version,
    task_id: task.id,
    project_id: shop,
    note: 'Fonts',
    time: keep,
  })
  await employee.tasks.undoBulk({ undo: again.undo })
  expect(await placeOf(open), 'changed since').toMatchObject({ project: 'Website', billing_rate: 15_000 })

  await db.updateTable('projects').set({ billing_rate: null }).where('id', '=', website).execute()
  const own = await owner.workLog.save({ task_id: task.id, time: on('2026-03-03') })
  await owner.settings.saveRates({ billing_rate: 9500, cost_rate: 4000 })
  const { billing_rate } = await placeOf(own)
  await db.updateTable('projects').set({ billing_rate: 11_000 }).where('id', '=', shop).execute()
  await employee.tasks.undoBulk({ undo: (await move(shop)).undo })
  expect(await placeOf(own)).toMatchObject({ project: 'Website', billing_rate })
})

test("a moved task's time that stayed can be edited once it is open again", async () => {
  const { db, employee, website, task, approved, shop, move } = await setUpTask()
  await move(shop)
  await db.updateTable('timesheets').set({ status: 'rejected' }).execute()
  const { id } = approved
  const pair = { project_id: website, task_id: task.id }
  const edited = await employee.workLog.save({ id, ...pair, note: 'Fonts', time: keep })
  expect(edited).toMatchObject({ note: 'Fonts', project: { id: website }, task: { id: task.id } })
  await expect(employee.workLog.save({ ...pair, time: on('2026-03-04') })).rejects.toThrow('This task')
})

test('the running timer of a moved task follows it', async () => {
  const { employee, task, shop, move } = await setUpTask()
  await employee.workLog.start({ task_id: task.id })
  await move(shop)
  expect((await employee.workLog.timer())?.entry.project?.name).toBe('Shop')
})

test('a week is copied to the projects that its tasks are in now', async () => {
  const { employee, task, shop, open, move } = await setUpTask()
  await employee.workLog.delete({ id: open.id })
  await move(shop)
  const { ids } = await employee.workLog.copyWeek({ date: '2026-03-04' })
  expect(ids).toHaveLength(1)
  const { items } = await employee.workLog.list({ from: '2026-03-03', to: '2026-03-03' })
  expect(items).toHaveLength(1)
  expect(items).toMatchObject([{ project: { id: shop }, task: { id: task.id } }])
})

test("a task's attachments move along and are found in the other project; deliverables stay", async () => {
  const { db, world, employee, website, shop, task, move } = await setUpTask()
  const { home } = world
  const place = { project_id: website, task_id: task.id }
  const attachment = await addFile(db, home, { ...place, kind: 'attachment' })
  const deliverable = await addFile(db, home, { ...place, kind: 'deliverable' })
  await addFile(db, home, { project_id: website, task_id: null, kind: 'attachment' })
  const filesOf = async (project_id: string) =>
    (await employee.files.list({ project_id, task_id: task.id })).items.map((file) => file.id)
  const { undo } = await move(shop)
  expect(await filesOf(shop)).toEqual([attachment])
  expect(await filesOf(website)).toEqual([deliverable])
  const indexed = await db
    .selectFrom('search_entries')
    .select('project_id')
    .where('kind', '=', 'file')
    .where('subject_id', '=', attachment)
    .executeTakeFirst()
  expect(indexed).toEqual({ project_id: shop })
  await employee.tasks.undoBulk({ undo })
  expect((await filesOf(website)).sort()).toEqual([attachment, deliverable].sort())
})
