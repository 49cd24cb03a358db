import { shiftDate } from '#shared/calendar.ts'
import { clientInput } from '#shared/clients.ts'
import { type ProjectDto, projectCreateInput } from '#shared/projects.ts'
import { taskSaveInput } from '#shared/tasks.ts'
import { createClient } from '../../clients/commands/create.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { callerDate } from '../../core/reach.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import { createProject } from '../../projects/commands/create.ts'
import { setProjectStatus } from '../../projects/commands/set-status.ts'
import { getProject } from '../../projects/queries/projects.ts'
import { createTask } from '../../tasks/commands/create.ts'
import { sampleProject } from '../queries/sample.ts'

/** A made-up client who can't sign in; the address is reserved for examples, so no mail arrives anywhere. */
const SAMPLE_CLIENT = {
  name: 'Robin Sample',
  email: 'robin@meadow-and-finch.example',
  company: 'Meadow & Finch (sample)',
  portal_access: false,
}

const SAMPLE_PROJECT = {
  name: 'Sample: a new website',
  description:
    'A project to look around in: open its tasks, drag them across the board, start a timer, write a message. It can be removed again with everything in it.',
  category: 'web-development',
  total_price: 1_200_000,
  requirements: ['Works on phones', 'The team edits pages without help'],
  deliverables: ['Page templates', 'Training for the editors'],
}

/** `due` counts days from today. */
const SAMPLE_TASKS = [
  {
    title: 'Collect the texts and pictures',
    status: 'done',
    priority: 'medium',
    due: -9,
    estimated_hours: 3,
  },
  {
    title: 'Sketch the home page',
    status: 'review',
    priority: 'high',
    due: -1,
    estimated_hours: 6,
    subtasks: [
      { title: 'Desktop', completed: true },
      { title: 'Phone', completed: true },
      { title: 'Dark scheme' },
    ],
  },
  {
    title: 'Agree on colors and type',
    status: 'in_progress',
    priority: 'medium',
    due: 2,
    estimated_hours: 4,
  },
  { title: 'Build the page templates', status: 'todo', priority: 'high', due: 10, estimated_hours: 16 },
  { title: 'Test with five visitors', status: 'todo', priority: 'low', due: 18, estimated_hours: 5 },
  { title: 'Go live', status: 'todo', priority: 'urgent', due: 27, estimated_hours: 2 },
] as const

/** Adds the project to look around in, with its client and tasks; the one that is there, if any. */
export async function addSample(ctx: AgencyCtx): Promise<ProjectDto> {
  try {
    return await transact(ctx, insertSample)
  } catch (error) {
    // Another owner added it at this moment.
    const there = isUniqueViolation(error) && (await sampleProject(ctx, ctx.reach.agencyId))
    if (!there) throw error
    return getProject(ctx, there.id)
  }
}

async function insertSample(tx: Parameters<typeof createProject>[0]): Promise<ProjectDto> {
  const { agencyId } = tx.reach
  const there = await sampleProject(tx, agencyId)
  if (there !== undefined) return getProject(tx, there.id)
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
  for (const { due, ...task } of SAMPLE_TASKS) {
    await createTask(tx, taskSaveInput.parse({ ...task, project_id: id, due_date: day(due) }))
  }
  await setProjectStatus(tx, { id, version, status: 'in_progress' })
  await updateTable(tx, 'clients').set({ sample: 1 }).where('id', '=', client.id).execute()
  await updateTable(tx, 'projects').set({ sample: 1 }).where('id', '=', id).execute()
  return getProject(tx, id)
}
