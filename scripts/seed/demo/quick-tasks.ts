import type { Scope } from '#server/auth/scope.ts'
import type { Trx } from '#server/db/schema.ts'
import { addQuickTask, setQuickTaskCompleted } from '#server/quick-tasks/commands.ts'
import { at, type DemoWorld, daysAgo, type SeedServices } from './world.ts'

/** Personal notes of the agency's people; the platform's staff and the client start with none. */
export async function seedQuickTasks({ db }: SeedServices, world: DemoWorld): Promise<void> {
  const trx = db as Trx
  const { owner, contributors } = world.home
  const note = (person: Scope, days: number, text: string) =>
    addQuickTask(trx, at(person, daysAgo(world, days)), { text })

  const review = await note(owner, 4, 'Book the quarterly review')
  await setQuickTaskCompleted(trx, at(owner, daysAgo(world, 2)), { id: review.id, completed: true })
  await note(owner, 1, 'Confirm the campaign dates with Sofia tomorrow')
  await note(owner, 1, 'Send Priya the scope of phase 1 in 4 days')
  await note(owner, 3, 'Renew the stock photo licence')
  for (const person of contributors.slice(0, 1)) {
    await note(person, 1, 'Ask Jordan for the brand fonts tomorrow')
    await note(person, 2, 'Update the development dependencies in a week')
  }
}
