import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { NAMES, queriesFor } from '#tests/support/planted/names.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

/** Lists share one comparison; a sample shows that each list uses it. */
const SAMPLE = Object.keys(NAMES).filter((_, index) => index % 5 === 0)

test('lists and search find a name regardless of accents, case and apostrophes', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { id } = await addProject(db, world.home, { name: 'Plain' })
  for (const name of Object.keys(NAMES)) await addTask(db, world.home.owner, id, { title: name })
  const { clients, employees, projects, messages, tasks } = owner
  for (const name of Object.keys(NAMES)) {
    for (const search of queriesFor(name)) {
      const { items } = await tasks.list({ search })
      expect(
        items.map((task) => task.title),
        `“${search}”`,
      ).toContain(name)
      const [group] = await owner.search.all({ query: search, limit: 20 })
      expect(
        group?.items.map((item) => item.title),
        `“${search}”`,
      ).toContain(name)
    }
  }
  for (const [index, name] of SAMPLE.entries()) {
    await owner.clients.save({ name, email: `c${index}@example.test` })
    await owner.employees.save({ name, email: `e${index}@example.test`, role: 'Designer' })
    await addProject(db, world.home, { name })
  }
  for (const name of SAMPLE) {
    const search = NAMES[name]?.[0]
    for (const list of [clients.list, employees.list, projects.list, messages.projects]) {
      const { items } = await list({ search })
      expect(
        items.map((item) => item.name),
        `“${search}”`,
      ).toContain(name)
    }
  }
  expect((await tasks.list({ search: 'nowhere' })).items).toEqual([])
})
