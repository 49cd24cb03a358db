import type { SeedMember } from '#scripts/seed/person.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'

/** The given hours of a day. */
export const on = (date: string, text: string) => ({ kind: 'duration', date, duration: text }) as const

/** A week of Emma's on a project at 100.00 an hour: 3 h billable, 1 h not. */
export async function setUpWeek() {
  const world = await setUpWorld()
  const { db, employee } = world
  const project = await addProject(db, world.world.home, 'Website', { billing_rate: 10_000 })
  const task = await employee.tasks.save({ title: 'Layout', project_id: project })
  const first = await employee.workLog.save({ task_id: task.id, time: on('2026-03-02', '2h') })
  await employee.workLog.save({ project_id: project, time: on('2026-03-08', '1h') })
  await employee.workLog.save({ project_id: project, billable: false, time: on('2026-03-03', '1h') })
  return { ...world, project, first, ownerScope: world.world.home.owner as SeedMember }
}

/** The same week, approved: 30,000 to bill on two lines. */
export async function setUpApproved() {
  const world = await setUpWeek()
  const sheet = await world.employee.timesheets.submit({ date: '2026-03-04' })
  await world.owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  const input = { client_id: world.world.home.client.clientId, group_by: 'task' } as const
  return { ...world, input }
}
