import { shiftDate } from '#shared/base/calendar.ts'
import { clientInput } from '#shared/people/schemas/clients.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { projectCreateInput } from '#shared/work/schemas/projects.ts'
import { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { createClient } from '../../../people/clients/commands/create.ts'
import { createProject } from '../../../work/projects/commands/create.ts'
import { setProjectStatus } from '../../../work/projects/commands/set-status.ts'
import { getProject } from '../../../work/projects/queries/projects.ts'
import { createTask } from '../../../work/tasks/commands/create.ts'
import { sampleProject } from '../queries/sample.ts'

/** A fictitious client who can't sign in; the address is in a reserved domain, so mails go nowhere. */
const SAMPLE_CLIENT = {
  name: 'Robin Sample',
  email: 'robin@meadow-and-finch.example',
  company: 'Meadow & Finch (sample)',
  portal_access: false,
}

const SAMPLE_PROJECT = {
  name: 'Sample: a new website',
  description:
    'A project to explore: open its tasks, drag them across the board, start a timer, write a message. You can remove it with everything in it.',
  category: 'web-development',
  total_price: 1_200_000,
  requirements: ['Works on phones', 'The team edits pages without help'],
  deliverables: ['Page templates', 'Training for the editors'],
}

/** `start` and `due` are in days from today. */
const SAMPLE_TASKS = [
  {
    title: 'Collect the texts and pictures',
    status: 'done',
    priority: 'medium',
    start: -13,
    due: -9,
    estimated_hours: 3,
  },
  {
    title: 'Sketch the home page',
    status: 'review',
    priority: 'high',
    start: -6,
    due: -1,
    estimated_hours: 6,
    subtasks: [
      { title: 'Desktop', completed: true },
      { title: 'Phone', completed: true },
      { title: 'Dark mode' },
    ],
  },
  {
    title: 'Agree on colors and type',
    status: 'in_progress',
    priority: 'medium',
    start: -1,
    due: 2,
    estimated_hours: 4,
  },
  {
    title: 'Build the page templates',
    status: 'todo',
    priority: 'high',
    start: 3,
    due: 10,
    estimated_hours: 16,
  },
  {
    title: 'Test with five visitors',
    status: 'todo',
    priority: 'low',
    start: 16,
    due: 18,
    estimated_hours: 5,
  },
  { title: 'Go live', status: 'todo', priority: 'urgent', start: 27, due: 27, estimated_hours: 2 },
] as const

/** Adds the sample project with its client and tasks, or returns the existing one. */
export const addSample = (ctx: AgencyCtx): Promise<ProjectDto> => transact(ctx, insertSample)

async function insertSample(tx: Parameters<typeof createProject>[0]): Promise<ProjectDto> {
  const { agencyId } = tx.reach
  const existing = await sampleProject(tx, agencyId)
  if (existing !== undefined) return getProject(tx, existing.id)
  const day = (days: number) => shiftDate(callerDate(tx), days)
  const client = await createClient(tx, clientInput.parse(SAMPLE_CLIENT))
  const { id, version } = await createProject(
    tx,
    projectCreateInput.parse({
      ...SAMPLE_PROJECT,
      client: client.name,
      start_date: day(-14),
      delivery_date: day(28),
    }),
  )
  for (const { start, due, ...task } of SAMPLE_TASKS) {
    const dates = { start_date: day(start), due_date: day(due) }
    await createTask(tx, taskSaveInput.parse({ ...task, project_id: id, ...dates }))
  }
  await setProjectStatus(tx, { id, version, status: 'in_progress' })
  await updateTable(tx, 'clients').set({ sample: 1 }).where('id', '=', client.id).execute()
  await updateTable(tx, 'projects').set({ sample: 1 }).where('id', '=', id).execute()
  return getProject(tx, id)
}
