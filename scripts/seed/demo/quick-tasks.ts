import type { SeedPerson, SeedServices } from '#scripts/seed/person.ts'
import { actAs } from '#scripts/seed/person.ts'
import { addQuickTask } from '#server/work/quick-tasks/commands/add.ts'
import { setQuickTaskCompleted } from '#server/work/quick-tasks/commands/set-completed.ts'
import type { DemoWorld } from './world.ts'
import { at, daysAgo } from './world.ts'

/** Personal notes of the agency's people; the platform's staff and the client start with none. */
export async function seedQuickTasks(services: SeedServices, world: DemoWorld): Promise<void> {
  const { owner, contributors } = world.home
  const note = (person: SeedPerson, days: number, text: string) =>
    addQuickTask(actAs(services, at(person, daysAgo(world, days))), { text })

  const review = await note(owner, 4, 'Book the quarterly review')
  await setQuickTaskCompleted(actAs(services, at(owner, daysAgo(world, 2))), {
    id: review.id,
    completed: true,
  })
  await note(owner, 1, 'Confirm the campaign dates with Sofia tomorrow')
  await note(owner, 1, 'Send Priya the scope of phase 1 in 4 days')
  await note(owner, 3, 'Renew the stock photo license')
  for (const person of contributors.slice(0, 1)) {
    await note(person, 1, 'Ask Jordan for the brand fonts tomorrow')
    await note(person, 2, 'Update the development dependencies in a week')
  }
}
