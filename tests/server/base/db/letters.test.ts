import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const NAMES = ['Österreich', 'École Étoile', 'Łódź', 'Москва', 'ΑΘΗΝΑ', 'ŻÓŁĆ 50%', 'Ørsted', '東京', 'Plain']

test('every list finds a name as typed, in capitals and in small letters', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  for (const [index, name] of NAMES.entries()) {
    await owner.clients.save({ name, email: `c${index}@example.test` })
    await owner.employees.save({ name, email: `e${index}@example.test`, role: 'Designer' })
    const { id } = await addProject(db, world.home, { name })
    await addTask(db, world.home.owner, id, { title: name })
  }
  for (const name of NAMES) {
    for (const search of [name, name.toUpperCase(), name.toLowerCase(), name.slice(0, 2)]) {
      const found = {
        clients: (await owner.clients.list({ search })).items.map((one) => one.name),
        employees: (await owner.employees.list({ search })).items.map((one) => one.name),
        projects: (await owner.projects.list({ search })).items.map((one) => one.name),
        tasks: (await owner.tasks.list({ search })).items.map((one) => one.title),
      }
      for (const [list, names] of Object.entries(found)) {
        expect(names, `${list} for “${search}”`).toContain(name)
        if (search !== name.slice(0, 2)) expect(names, `${list} for “${search}”`).toHaveLength(1)
      }
    }
  }
})
