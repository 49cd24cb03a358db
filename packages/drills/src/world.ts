import { type LargeSize, seedLarge } from '../../../scripts/seed/large.ts'
import type { LargeAgency } from '../../../scripts/seed/large-rows.ts'
import { signIn } from '../../../scripts/tools/sign-in.ts'
import { readConfig } from '../../../server/base/core/config.ts'
import type { Services } from '../../../server/base/core/context.ts'
import { openPortal } from '../../../server/portal.ts'
import type { AgencyId } from '../../../shared/base/roles.ts'
import type { Settings } from './product.ts'

/** One agency in use during failures, with its users' cookies. */
export interface World {
  agencyId: AgencyId
  owner: string
  /** A client who can pay the invoices. */
  client: string
  clientId: string
  contributors: string[]
  projectIds: string[]
}

const SIZE: LargeSize = { agencies: 1, projects: 10, tasks: 500, people: 8, invoices: 100, timeEntries: 200 }

/** Fills an empty instance and signs its people in; with more than one agency, those of the first. */
export async function openWorld(settings: Settings, size: LargeSize = SIZE): Promise<World> {
  const [world] = await openWorlds(settings, size)
  if (world === undefined) throw new Error('No agency found.')
  return world
}

/** The same for the people of all its agencies. */
export async function openWorlds(settings: Settings, size: LargeSize): Promise<World[]> {
  const portal = await openPortal(readConfig({ LOG_LEVEL: 'warn', ...settings }))
  try {
    const { services } = portal
    const worlds: World[] = []
    for (const agency of await seedLarge(services, size, services.clock())) {
      worlds.push(await signInto(services, agency))
    }
    return worlds
  } finally {
    await portal.close()
  }
}

async function signInto(services: Services, agency: LargeAgency): Promise<World> {
  const [clientId] = agency.clientIds
  if (clientId === undefined) throw new Error('The agency has no client.')
  const contributors: string[] = []
  for (const userId of agency.employeeUserIds) contributors.push(await signIn(services, userId))
  return {
    agencyId: agency.agencyId,
    owner: await signIn(services, agency.ownerId),
    client: await signIn(services, agency.clientUserId),
    clientId,
    contributors,
    projectIds: agency.projectIds,
  }
}
