import { actAs, type SeedMember, type SeedServices } from '#scripts/seed/person.ts'
import { createClient } from '#server/people/clients/commands/create.ts'
import { createProject } from '#server/work/projects/commands/create.ts'
import { setProjectStatus } from '#server/work/projects/commands/set-status.ts'
import { addComment } from '#server/work/tasks/commands/add-comment.ts'
import { createTask } from '#server/work/tasks/commands/create.ts'
import { setTaskStatus } from '#server/work/tasks/commands/set-status.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { clientInput } from '#shared/people/schemas/clients.ts'
import type { ProjectCategory } from '#shared/work/projects.ts'
import { projectCreateInput } from '#shared/work/schemas/projects.ts'
import { commentAddInput, taskSaveInput, taskStatusInput } from '#shared/work/schemas/tasks.ts'
import type { TaskPriority } from '#shared/work/tasks.ts'
import { slug } from '../figures.ts'
import { at, type DemoWorld, daysAgo, HOME_ZONE, need } from '../world.ts'
import { REMARKS, STEPS, YEAR_CLIENTS } from './clients.ts'

export interface Engagement {
  name: string
  client: string
  category: ProjectCategory
  /** Dollars. */
  price: number
  startedDaysAgo: number
  endedDaysAgo: number
}

const FIRST_DAYS_AGO = 355
/** The last of them ended before the windows compared by the platform's figures. */
const LAST_DAYS_AGO = 130
const LONGEST_DAYS = 34

/** Distributed over the year, in the order they started. */
export const ENGAGEMENTS: Engagement[] = YEAR_CLIENTS.flatMap(({ name: client, engagements }) =>
  engagements.map(([name, category, price], nth) => ({ name, client, category, price, nth })),
)
  .sort((one, other) => one.nth - other.nth)
  .map(({ nth, ...engagement }, index, all) => {
    const startedDaysAgo = Math.round(
      FIRST_DAYS_AGO - ((FIRST_DAYS_AGO - LAST_DAYS_AGO) * index) / (all.length - 1),
    )
    return { ...engagement, startedDaysAgo, endedDaysAgo: startedDaysAgo - LONGEST_DAYS + (index % 4) * 3 }
  })

const PRIORITIES: TaskPriority[] = ['medium', 'high', 'medium', 'low', 'urgent', 'medium']

/** A year of finished work: clients, their projects, and the tasks of each with comments. */
export async function seedYearWork(services: SeedServices, world: DemoWorld): Promise<void> {
  await seedClients(services, world)
  for (const [index, engagement] of ENGAGEMENTS.entries())
    await seedEngagement(services, world, engagement, index)
}

async function seedClients(services: SeedServices, world: DemoWorld): Promise<void> {
  const { home } = world
  for (const { name, company, address } of YEAR_CLIENTS) {
    const first = ENGAGEMENTS.find(({ client }) => client === name)
    const met = at(home.owner, daysAgo(world, (first?.startedDaysAgo ?? 0) + 6))
    const email = `${slug(name)}@${slug(company)}.test`
    const input = clientInput.parse({ name, email, company, address, portal_access: false })
    const saved = await createClient(actAs(services, met), input)
    home.clients.set(name, saved.id)
  }
}

async function seedEngagement(
  services: SeedServices,
  world: DemoWorld,
  engagement: Engagement,
  index: number,
): Promise<void> {
  const { home } = world
  const { name, category, client, price, startedDaysAgo, endedDaysAgo } = engagement
  const team = teamOf(world, index)
  const created = await createProject(
    actAs(services, at(home.owner, daysAgo(world, startedDaysAgo + 1))),
    projectCreateInput.parse({
      name,
      category,
      client,
      total_price: price * 100,
      start_date: dateInZone(daysAgo(world, startedDaysAgo), HOME_ZONE),
      delivery_date: dateInZone(daysAgo(world, endedDaysAgo), HOME_ZONE),
      assigned_employee_ids: team.map(({ employeeId }) => employeeId),
    }),
  )
  home.projects.set(name, created.id)
  const length = (startedDaysAgo - endedDaysAgo) / STEPS.length
  for (const [step, { title, hours, note }] of STEPS.entries()) {
    const worker = team[step % team.length]
    if (worker === undefined) throw new Error('The demo has no contributor yet')
    const due = startedDaysAgo - (step + 1) * length
    const task = await createTask(
      actAs(services, at(home.owner, daysAgo(world, startedDaysAgo, step / 10))),
      taskSaveInput.parse({
        title: `${title}: ${name}`,
        description: note,
        project_id: created.id,
        priority: PRIORITIES[(index + step) % PRIORITIES.length],
        assigned_to_id: worker.employeeId,
        start_date: dateInZone(daysAgo(world, due + length), HOME_ZONE),
        due_date: dateInZone(daysAgo(world, due), HOME_ZONE),
        estimated_hours: hours,
      }),
    )
    world.tasks.set(task.title, task.id)
    // The last one has comments by two people, as an example of a conversation.
    const speakers = step % 3 === index % 3 ? [worker, home.owner].slice(0, 1 + (step % 2)) : []
    for (const [turn, speaker] of speakers.entries()) {
      await addComment(
        actAs(services, at(speaker, daysAgo(world, due, turn - 5))),
        commentAddInput.parse({ task_id: task.id, text: REMARKS[(index + step + turn) % REMARKS.length] }),
      )
    }
    await setTaskStatus(
      actAs(services, at(worker, daysAgo(world, due))),
      taskStatusInput.parse({ id: task.id, status: 'done' }),
    )
  }
  await setProjectStatus(actAs(services, at(home.owner, daysAgo(world, endedDaysAgo))), {
    id: need(home.projects, name),
    status: 'completed',
  })
}

/** Two of the contributors, in rotation. */
export function teamOf(world: DemoWorld, index: number): (SeedMember & { employeeId: string })[] {
  const { contributors } = world.home
  return [0, 1].flatMap((shift) => contributors[(index + shift) % contributors.length] ?? [])
}
