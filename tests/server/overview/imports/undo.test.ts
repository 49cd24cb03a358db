import { describe, expect, test } from 'vitest'
import { remindOfTasks } from '#server/reactions/notifications/commands/remind-of-tasks.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { exported } from '#tests/support/exported.ts'
import { counts, harvestHours, importing, runQueued, setUpImports } from '#tests/support/imports.ts'
import { addProject, addTask } from '#tests/support/work.ts'

describe('undoing an import', () => {
  test('removes everything, so that the file can be imported again', async () => {
    const { db, world, owner } = await setUpImports()
    const before = await counts(db)
    const text = exported('trello.json')
    const { id } = await importing({ db, owner, text }, world.home.owner)
    await owner.imports.undo({ id })
    await runQueued(db)
    expect(await owner.imports.get({ id })).toMatchObject({
      status: 'undone',
      undone: { removed: 7, kept: [] },
    })
    expect(await counts(db)).toEqual(before)
    const { plan } = await importing({ db, owner, text }, world.home.owner)
    expect(plan.made).toEqual({ client: 1, project: 1, task: 3, comment: 2, entry: 0 })
  })

  test('keeps records changed, billed or used since, with their dependencies, and says why', async () => {
    const { db, world, owner, contributor } = await setUpImports()
    const { id } = await importing({ db, owner, text: harvestHours(8) }, world.home.owner)
    const entries = await db.selectFrom('time_entries').select('id').orderBy('note').execute()
    const [first, second, third] = entries.map((entry) => entry.id)
    await db
      .updateTable('time_entries')
      .set({ invoice_id: 'x', version: 2 })
      .where('id', '=', first ?? '')
      .execute()
    await contributor.workLog.save({ id: second, time: { kind: 'keep' }, note: 'Mine now' })
    await db
      .updateTable('time_entries')
      .set({ payout_id: 'p' })
      .where('id', '=', third ?? '')
      .execute()
    await owner.imports.undo({ id })
    await runQueued(db)
    const { undone } = await owner.imports.get({ id })
    expect(undone).toEqual({
      removed: 5,
      kept: [
        { kind: 'entry', reason: 'changed', count: 1, names: ['Mine now'] },
        { kind: 'client', reason: 'in_use', count: 1, names: ['Lumen Labs'] },
        { kind: 'project', reason: 'in_use', count: 1, names: ['Portal'] },
        { kind: 'entry', reason: 'invoiced', count: 1, names: ['Design: Row 0'] },
        { kind: 'entry', reason: 'paid_out', count: 1, names: ['Design: Row 2'] },
      ].toSorted((a, b) => a.reason.localeCompare(b.reason)),
    })
    expect(await counts(db)).toMatchObject({ time_entries: 3 })
    await expect(owner.imports.undo({ id })).rejects.toThrow('Only a finished import')
  })

  test('withdraws the reminders of its tasks, and no others', async () => {
    const { db, world, owner, contributor } = await setUpImports()
    const { id } = await importing({ db, owner, text: exported('trello.json') }, world.home.owner)
    const own = await addProject(db, world.home)
    const employeeId = world.home.employee.employeeId ?? null
    const due = { due_date: '2026-04-03', assigned_to_id: employeeId }
    await addTask(db, world.home.owner, own.id, { ...due, title: 'Ours' })
    await remindOfTasks(ctxFor(testServices(db, { now: new Date('2026-04-02T07:00:00.000Z') }), null))
    const reminders = async () => {
      const { items } = await contributor.notifications.list({})
      return items.filter(({ event }) => event === 'task_due').map(({ title }) => title)
    }
    expect(await reminders()).toHaveLength(2)
    await owner.imports.undo({ id })
    await runQueued(db)
    expect(await reminders()).toEqual([expect.stringContaining('Ours')])
  })

  test('keeps a task with recorded time', async () => {
    const { db, world, owner, contributor } = await setUpImports()
    const { id } = await importing({ db, owner, text: exported('trello.json') }, world.home.owner)
    const { items } = await owner.tasks.list({ search: 'Collect' })
    const time = { kind: 'duration' as const, date: '2026-03-03', duration: '1h' }
    await contributor.workLog.save({ task_id: items[0]?.id, time })
    await owner.imports.undo({ id })
    await runQueued(db)
    const { undone } = await owner.imports.get({ id })
    expect(undone?.removed).toBe(4)
    expect(undone?.kept.flatMap((group) => group.names).toSorted()).toEqual([
      'Collect the texts',
      'Meadow',
      'Meadow website',
    ])
  })
})
