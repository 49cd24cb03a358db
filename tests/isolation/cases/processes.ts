import type { Db } from '#server/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { World } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const PROCESS = { name: 'Delivery', status: 'active', duration_days: 7, steps: [{ title: 'First' }] } as const
const process = { ...PROCESS, steps: [...PROCESS.steps] }

async function addProcess(world: World, db: Db, agency: 'home' | 'foreign'): Promise<string> {
  return (await callerAs(db, world[agency].owner).processes.save(process)).id
}

async function addRun(world: World, db: Db, agency: 'home' | 'foreign') {
  const template_id = await addProcess(world, db, agency)
  const { clientId: client_id } = world[agency].client
  return callerAs(db, world[agency].owner).processes.start({ template_id, client_id })
}

const tickOf = (run: Awaited<ReturnType<typeof addRun>>) => ({
  run_id: run.id,
  step_id: run.steps[0]?.id ?? '',
  completed: true,
})

export const processCases: IsolationCases = {
  'processes.list': {
    can: 'process.read',
    call: (caller) => caller.processes.list({}),
    hidden: async (world, db) => [await addProcess(world, db, 'foreign')],
  },
  'processes.get': {
    can: 'process.read',
    call: async (caller, world, db) => caller.processes.get({ id: await addProcess(world, db, 'home') }),
    foreign: async (caller, world, db) =>
      caller.processes.get({ id: await addProcess(world, db, 'foreign') }),
  },
  'processes.save': {
    can: 'process.write',
    call: (caller) => caller.processes.save(process),
    foreign: async (caller, world, db) =>
      caller.processes.save({ ...process, id: await addProcess(world, db, 'foreign') }),
  },
  'processes.duplicate': {
    can: 'process.write',
    call: async (caller, world, db) =>
      caller.processes.duplicate({ id: await addProcess(world, db, 'home') }),
    foreign: async (caller, world, db) =>
      caller.processes.duplicate({ id: await addProcess(world, db, 'foreign') }),
  },
  'processes.setArchived': {
    can: 'process.write',
    call: async (caller, world, db) =>
      caller.processes.setArchived({ id: await addProcess(world, db, 'home'), archived: true }),
    foreign: async (caller, world, db) =>
      caller.processes.setArchived({ id: await addProcess(world, db, 'foreign'), archived: true }),
  },
  'processes.runs': {
    can: 'process.read',
    call: (caller) => caller.processes.runs({}),
    hidden: async (world, db) => [(await addRun(world, db, 'foreign')).id],
  },
  'processes.run': {
    can: 'process.read',
    call: async (caller, world, db) => caller.processes.run({ id: (await addRun(world, db, 'home')).id }),
    foreign: async (caller, world, db) =>
      caller.processes.run({ id: (await addRun(world, db, 'foreign')).id }),
  },
  'processes.start': {
    can: 'process.run',
    call: async (caller, world, db) =>
      caller.processes.start({
        template_id: await addProcess(world, db, 'home'),
        client_id: world.home.client.clientId,
      }),
    foreign: async (caller, world, db) =>
      caller.processes.start({
        template_id: await addProcess(world, db, 'home'),
        client_id: world.foreign.client.clientId,
      }),
  },
  'processes.tick': {
    can: 'process.run',
    call: async (caller, world, db) => caller.processes.tick(tickOf(await addRun(world, db, 'home'))),
    foreign: async (caller, world, db) => caller.processes.tick(tickOf(await addRun(world, db, 'foreign'))),
  },
  'processes.finish': {
    can: 'process.run',
    call: async (caller, world, db) => {
      const { id, version } = await addRun(world, db, 'home')
      return caller.processes.finish({ id, version, outcome: 'failed' })
    },
    foreign: async (caller, world, db) => {
      const { id, version } = await addRun(world, db, 'foreign')
      return caller.processes.finish({ id, version, outcome: 'failed' })
    },
  },
}
