import type { SeedServices } from '#scripts/seed/person.ts'
import { actAs } from '#scripts/seed/person.ts'
import { createClient } from '#server/people/clients/commands/create.ts'
import { createProject } from '#server/work/projects/commands/create.ts'
import { setProjectStatus } from '#server/work/projects/commands/set-status.ts'
import { updateProject } from '#server/work/projects/commands/update.ts'
import { createTask } from '#server/work/tasks/commands/create.ts'
import { setTaskStatus } from '#server/work/tasks/commands/set-status.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { clientInput } from '#shared/people/schemas/clients.ts'
import { PROJECT_CATEGORIES, type ProjectStatus } from '#shared/work/projects.ts'
import { projectCreateInput } from '#shared/work/schemas/projects.ts'
import { taskSaveInput, taskStatusInput } from '#shared/work/schemas/tasks.ts'
import type { TaskStatus } from '#shared/work/tasks.ts'
import { personName, slug } from './figures.ts'
import { HOME_PROJECTS, HOME_TASKS } from './home-work.ts'
import { at, type DemoAgency, type DemoWorld, daysAgo, HOME_ZONE, need } from './world.ts'

/** The home agency's projects and tasks, and projects with clients of all the others. */
export async function seedWork(services: SeedServices, world: DemoWorld): Promise<void> {
  await seedHomeProjects(services, world)
  await seedHomeTasks(services, world)
  let number = 0
  for (const agency of world.agencies.values()) {
    if (agency !== world.home) number = await seedOtherProjects(services, world, agency, number)
  }
}

async function seedHomeProjects(services: SeedServices, world: DemoWorld): Promise<void> {
  const { home } = world
  for (const project of HOME_PROJECTS) {
    const input = projectCreateInput.parse({
      ...project.input,
      start_date: dateInZone(daysAgo(world, project.startedDaysAgo), HOME_ZONE),
      delivery_date: dateInZone(daysAgo(world, -project.dueInDays), HOME_ZONE),
      assigned_employee_ids: project.team.map((name) => contributor(home, name).employeeId),
    })
    const created = await createProject(
      actAs(services, at(home.owner, daysAgo(world, project.startedDaysAgo))),
      input,
    )
    home.projects.set(created.name, created.id)
    if (project.progress === null && project.status === 'planning') continue
    await updateProject(actAs(services, at(home.owner, daysAgo(world, project.startedDaysAgo - 2))), {
      ...input,
      id: created.id,
      version: created.version,
      status: project.status === 'completed' ? 'in_progress' : project.status,
      progress: project.progress,
    })
  }
}

/** Status changes for the recent activity come last, in order. */
async function seedHomeTasks(services: SeedServices, world: DemoWorld): Promise<void> {
  const { home } = world
  const dayIn = (days: number) => dateInZone(daysAgo(world, -days), HOME_ZONE)
  for (const [index, task] of HOME_TASKS.entries()) {
    const saved = await createTask(
      actAs(services, at(home.owner, daysAgo(world, 20, index))),
      taskSaveInput.parse({
        title: task.title,
        description: task.description,
        project_id: need(home.projects, task.project),
        priority: task.priority,
        status: task.status === 'review' ? 'in_progress' : task.status,
        assigned_to_id: contributor(home, task.assignee).employeeId,
        start_date: task.takesDays === undefined ? null : dayIn(task.dueInDays - task.takesDays),
        due_date: dayIn(task.dueInDays),
        estimated_hours: task.hours,
        subtasks: task.subtasks ?? [],
      }),
    )
    world.tasks.set(saved.title, saved.id)
  }
  await setProjectStatus(actAs(services, at(home.owner, daysAgo(world, 7))), {
    id: need(home.projects, 'Harbor Brand Refresh'),
    status: 'completed',
  })
  const emma = contributor(home, 'Emma Rivera')
  await setTaskStatus(
    actAs(services, at(emma, daysAgo(world, 4))),
    taskStatusInput.parse({ id: need(world.tasks, 'Accessibility pass'), status: 'review' }),
  )
}

function contributor(agency: DemoAgency, name: string) {
  const found = agency.contributors.find((person) => person.name === name)
  if (found === undefined) throw new Error(`${agency.figures.name} has no contributor “${name}”`)
  return found
}

const PROJECTS_PER_CLIENT = 3
const COMPANIES = 'Alder Birch Cedar Dune Ember Fjord Glade Heath Isle Juno Knoll Larch'.split(' ')
const BUSINESSES = 'Foods Homes Labs Outdoors Partners Sports Travel'.split(' ')
const ENGAGEMENTS = ['Website', 'App', 'Rebrand', 'Campaign', 'Audit']
const STATUSES: ProjectStatus[] = ['in_progress', 'completed', 'in_progress', 'review', 'planning']
const TASK_OF_STATUS: Record<ProjectStatus, TaskStatus> = {
  planning: 'todo',
  in_progress: 'in_progress',
  review: 'review',
  completed: 'done',
}

/** Returns the next number for company names. */
async function seedOtherProjects(
  services: SeedServices,
  world: DemoWorld,
  agency: DemoAgency,
  firstNumber: number,
): Promise<number> {
  const { figures, owner, contributors } = agency
  let number = firstNumber
  let company = ''
  let person = ''
  for (let index = 0; index < figures.projects; index++) {
    const when = daysAgo(world, (figures.joinedDaysAgo * 0.9 * (figures.projects - index)) / figures.projects)
    const author = at(owner, when)
    if (index % PROJECTS_PER_CLIENT === 0) {
      company = `${COMPANIES[number % COMPANIES.length]} ${BUSINESSES[number % BUSINESSES.length]}`
      person = personName(150 + number)
      const email = `${slug(person)}@${slug(company)}.test`
      const saved = await createClient(
        actAs(services, author),
        clientInput.parse({ name: person, email, company }),
      )
      agency.clients.set(person, saved.id)
      number++
    }
    const assignee = contributors[index % contributors.length]
    const status = STATUSES[index % STATUSES.length] ?? 'planning'
    const project = await createProject(
      actAs(services, author),
      projectCreateInput.parse({
        name: `${company} ${ENGAGEMENTS[index % ENGAGEMENTS.length]}`,
        category: PROJECT_CATEGORIES[index % PROJECT_CATEGORIES.length],
        client: person,
        total_price: (4 + (index % 9)) * 100_000,
        start_date: dateInZone(when, 'UTC'),
        delivery_date: dateInZone(daysAgo(world, -20 - index), 'UTC'),
        assigned_employee_ids: assignee === undefined ? [] : [assignee.employeeId],
      }),
    )
    agency.projects.set(project.name, project.id)
    await createTask(
      actAs(services, author),
      taskSaveInput.parse({
        title: `Deliver ${project.name}`,
        project_id: project.id,
        status: TASK_OF_STATUS[status],
        assigned_to_id: assignee?.employeeId,
      }),
    )
    if (status !== 'planning') await setProjectStatus(actAs(services, author), { id: project.id, status })
  }
  return number
}
