import type { SeedServices } from '#scripts/seed/person.ts'
import { actAs, actAsPortal } from '#scripts/seed/person.ts'
import { insertProcess } from '#server/work/processes/commands/create.ts'
import { finishRun } from '#server/work/processes/commands/finish.ts'
import { startRun } from '#server/work/processes/commands/start.ts'
import { tickStep } from '#server/work/processes/commands/tick.ts'
import type { ProcessStatus, StepRole } from '#shared/work/processes.ts'
import { processSaveInput } from '#shared/work/schemas/processes.ts'
import { at, type DemoWorld, daysAgo } from './world.ts'

interface Sample {
  name: string
  description: string
  status: ProcessStatus
  days: number
  completed: number
  failed: number
  steps: [title: string, role: StepRole, dueDay: number][]
}

const SAMPLES: Sample[] = [
  {
    name: 'Client Onboarding',
    description: 'From the signed contract to the first working day.',
    status: 'active',
    days: 3,
    completed: 24,
    failed: 1,
    steps: [
      ['Send the welcome message', 'agency_admin', 0],
      ['Collect company details', 'client', 0],
      ['Hold the kick-off call', 'agency_admin', 1],
      ['Set up the project', 'employee', 1],
      ['Collect brand assets and access', 'client', 2],
      ['Agree on milestones', 'agency_admin', 2],
      ['Assign the team', 'agency_admin', 3],
      ['Send the first invoice', 'agency_admin', 3],
    ],
  },
  {
    name: 'Project Delivery',
    description: 'From the brief to the handover.',
    status: 'template',
    days: 14,
    completed: 8,
    failed: 1,
    steps: [
      ['Confirm the brief', 'agency_admin', 0],
      ['Write the specification', 'employee', 1],
      ['Approve the specification', 'client', 2],
      ['Draft the design', 'employee', 4],
      ['Review the design', 'client', 5],
      ['Build the first version', 'employee', 8],
      ['Test internally', 'employee', 9],
      ['Present to the client', 'agency_admin', 10],
      ['Collect feedback', 'client', 11],
      ['Apply the changes', 'employee', 12],
      ['Approve the delivery', 'client', 13],
      ['Hand over and invoice', 'agency_admin', 14],
    ],
  },
  {
    name: 'Quality Assurance',
    description: 'What is checked before anything goes to a client.',
    status: 'draft',
    days: 7,
    completed: 15,
    failed: 1,
    steps: [
      ['Write the test plan', 'employee', 0],
      ['Check all browsers', 'employee', 2],
      ['Check accessibility', 'employee', 3],
      ['Measure performance', 'employee', 4],
      ['Fix what was found', 'employee', 6],
      ['Sign off', 'agency_admin', 7],
    ],
  },
]

/** Shared samples, and fifty finished runs of the home agency that determine its rates. */
export async function seedProcesses(services: SeedServices, world: DemoWorld): Promise<void> {
  const clients = [...world.home.clients.values()]
  let number = 0
  for (const [index, sample] of SAMPLES.entries()) {
    const process = processSaveInput.parse({
      name: sample.name,
      description: sample.description,
      status: 'active',
      duration_days: sample.days,
      steps: sample.steps.map(([title, role, due_offset_days]) => ({ title, role, due_offset_days })),
    })
    const id = await insertProcess(actAsPortal(services, daysAgo(world, 120, index)), null, process)
    for (let run = 0; run < sample.completed + sample.failed; run++) {
      const client_id = clients[number++ % clients.length]
      await seedRun(services, world, { id, client_id, sample, run })
    }
    // A draft can't be started: its runs predate its revision.
    await services.db
      .updateTable('process_templates')
      .set({ status: sample.status })
      .where('id', '=', id)
      .execute()
  }
}

async function seedRun(
  services: SeedServices,
  world: DemoWorld,
  { id, client_id, sample, run }: { id: string; client_id: string | undefined; sample: Sample; run: number },
): Promise<void> {
  const startedDaysAgo = 88 - run * 2
  const owner = (day: number) => at(world.home.owner, daysAgo(world, startedDaysAgo - day))
  const started = await startRun(actAs(services, owner(0)), {
    template_id: id,
    client_id,
    create_tasks: false,
  })
  const succeeds = run >= sample.failed
  const ticked = succeeds ? started.steps : started.steps.slice(0, 2)
  let version = started.version
  for (const [index, step] of ticked.entries()) {
    const day = sample.steps[index]?.[2] ?? 0
    const ticking = { run_id: started.id, step_id: step.id, completed: true }
    version = (await tickStep(actAs(services, owner(day)), ticking)).version
  }
  await finishRun(actAs(services, owner(sample.days)), {
    id: started.id,
    version,
    outcome: succeeds ? 'completed' : 'failed',
    note: null,
  })
}
