import { setTimeout as sleep } from 'node:timers/promises'
import { callerAt } from '../load/caller.ts'
import { inDatabase } from '../load/checks.ts'
import { NODES } from './cluster.ts'
import { type Scene, scenario } from './scene.ts'

const ROUNDS = 20
/** Paused followers lag by this long. */
const LAG_MS = 1_000

interface Found {
  items: { title: string }[]
}

/** Paused followers aren't read from: a client whose access was revoked finds nothing in their old data. */
export const staleRights = scenario(
  'stale-rights',
  () => `replay paused on both followers, ${ROUNDS} × a task hidden from a client, who then searches for it`,
  async (scene) => {
    const { cluster, world } = scene
    const owner = callerAt(cluster.url, world.owner)
    const client = callerAt(cluster.url, world.client)
    const [own, foreign] = await projectsOf(scene)
    const primary = await cluster.untilPrimary()
    const followers = NODES.filter((node) => node !== primary)
    const onFollowers = (text: string) => followers.map((node) => cluster.sql(node, text))
    const appliers = onFollowers(`select pid from pg_stat_activity where backend_type = 'startup'`).map(
      Number,
    )
    // Patroni resumes a pause made with SQL.
    const replay = (signal: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of appliers) process.kill(pid, signal)
    }
    const finds = async (title: string) => {
      const groups = await client.query<Found[]>('search.all', { query: title })
      return groups.some(({ items }) => items.some((item) => item.title === title))
    }

    const before = sumOf(onFollowers(READS))
    for (let search = 0; search < ROUNDS; search++) await finds('Nothing')
    await sleep(LAG_MS)
    const served = sumOf(onFollowers(READS)) - before
    scene.expect(served >= ROUNDS, `followers committed ${served} reads during ${ROUNDS} searches`)

    let stale = 0
    for (let round = 0; round < ROUNDS; round++) {
      const title = `Confidential${round}x${Date.now()}`
      const { id } = await owner.change('tasks.save', { title, project_id: own })
      if (!(await finds(title))) scene.losses.push(`a client did not find ${title} immediately`)
      await cluster.until('followers have the task', async () => {
        return onFollowers(`select count(*) from tasks where title = '${title}'`).every(
          (count) => count === '1',
        )
      })
      replay('SIGSTOP')
      await owner.change('tasks.save', { id, title, project_id: foreign })
      if (await finds(title)) stale++
      await sleep(LAG_MS)
      const still = onFollowers(`select count(*) from tasks where project_id = '${own}' and id = '${id}'`)
      scene.expect(
        still.every((count) => count === '1'),
        'a paused follower resumed',
      )
      if (await finds(title)) stale++
      replay('SIGCONT')
      if (await finds(title)) stale++
    }
    scene.expect(stale === 0, `${stale} searches showed tasks hidden from their client`)
    scene.notes.push(`${stale} of ${3 * ROUNDS} searches stale`)
    // Lagging followers don't slow writers down.
    replay('SIGSTOP')
    await scene.feel(() => sleep(LAG_MS))
    replay('SIGCONT')
  },
)

const READS = `select xact_commit from pg_stat_database where datname = 'foyer'`

const sumOf = (counts: string[]): number => counts.reduce((sum, count) => sum + Number(count), 0)

/** A project of the client, and one of another client. */
const projectsOf = ({ cluster, world }: Scene): Promise<[string, string]> =>
  inDatabase(cluster.settings.DATABASE_URL, async (db) => {
    const projects = await db.selectFrom('projects').select(['id', 'assigned_client_id']).execute()
    const own = projects.find((project) => project.assigned_client_id === world.clientId)
    const foreign = projects.find((project) => project.assigned_client_id !== world.clientId)
    if (own === undefined || foreign === undefined)
      throw new Error('There are too few projects to choose from.')
    return [own.id, foreign.id]
  })
