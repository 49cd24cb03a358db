import { readConfig } from '#server/core/config.ts'
import { openPortal } from '#server/portal.ts'
import { type LargeSize, seedLarge } from '../seed/large.ts'
import { signIn } from '../tools/sign-in.ts'
import type { Settings } from './product.ts'

/** One agency that is used while things break, and the cookies of those who use it. */
export interface World {
  owner: string
  /** A client who may pay the invoices. */
  client: string
  clientId: string
  contributors: string[]
  projectIds: string[]
}

const SIZE: LargeSize = { agencies: 1, projects: 10, tasks: 500, people: 8, invoices: 100, timeEntries: 200 }

/** Fills an empty instance and signs its people in. */
export async function openWorld(settings: Settings, size: LargeSize = SIZE): Promise<World> {
  const portal = await openPortal(readConfig({ LOG_LEVEL: 'warn', ...settings }))
  try {
    const { services } = portal
    const [agency] = await seedLarge(services.db, size, services.clock())
    const clientId = agency?.clientIds[0]
    if (agency === undefined || clientId === undefined) throw new Error('There is no agency to use.')
    const contributors: string[] = []
    for (const userId of agency.employeeUserIds) contributors.push(await signIn(services, userId))
    return {
      owner: await signIn(services, agency.ownerId),
      client: await signIn(services, agency.clientUserId),
      clientId,
      contributors,
      projectIds: agency.projectIds,
    }
  } finally {
    await portal.close()
  }
}
