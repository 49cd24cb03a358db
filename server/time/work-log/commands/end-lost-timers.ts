import { links } from '#shared/base/links.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { toInstant } from '../../../base/db/values.ts'
import { joinPerson, maySignIn } from '../../../identity/auth/accounts/queries/person.ts'
import { endTimer } from './end-timer.ts'

type LostTimer = Awaited<ReturnType<typeof lostTimers>>[number]

/**
 * Ends the timers of people who can no longer do so themselves, at the moment they lost their access: nobody else
 * may stop them, and their hours would grow indefinitely.
 */
export async function endLostTimers(ctx: Ctx): Promise<void> {
  const of = ({ entry_id, entry_agency, name }: LostTimer) => ({
    id: entry_id,
    agencyId: entry_agency,
    name,
    link: links.teamTime,
  })
  await workThrough(
    ctx,
    { work: 'lost-timer', of },
    await lostTimers(ctx),
    ({ entry_id: id, entry_agency }) =>
      transactIn(ctx, entry_agency, async (caller) => {
        // They may have got their access back, or the timer may have ended, since it was found.
        const [timer] = await lostTimers(caller, id)
        if (timer === undefined) return
        const tx = inAgency(caller, { agencyId: entry_agency })
        const { user_id, project_id, started_at, ended_at } = timer
        const ended = { id, user_id, project_id, started_at, ended_at }
        await endTimer(tx, ended, { at: lostAt(ctx, timer) })
        await record(tx, 'time.changed', { id, userId: null })
      }),
  )
}

async function lostTimers(ctx: Ctx, id?: string) {
  const timers = await joinPerson(
    selectFrom(ctx, 'time_entries')
      .innerJoin('users', 'users.id', 'time_entries.user_id')
      .select([
        'time_entries.id as entry_id',
        'time_entries.agency_id as entry_agency',
        'time_entries.project_id',
        'time_entries.started_at',
        'time_entries.ended_at',
      ])
      // A literal instead of a parameter, so that the partial index matches.
      .where((eb) =>
        eb.or([eb('time_entries.ended_at', 'is', null), eb('time_entries.paused', '=', eb.lit(1))]),
      )
      .$if(id !== undefined, (query) => query.where('time_entries.id', '=', id ?? '')),
  ).execute()
  return timers.flatMap(({ entry_agency, ...timer }) =>
    // Private time has no agency, and concerns nobody else.
    entry_agency !== null && isLost(entry_agency, timer) ? [{ ...timer, entry_agency }] : [],
  )
}

type Person = Parameters<typeof maySignIn>[0] & { agency_id: AgencyId | null; suspended_at: string | null }

/** Also that of a former member who is a client now, whose own time is private. */
const isLost = (agencyId: AgencyId, person: Person): boolean =>
  !maySignIn(person) ||
  person.agency_id !== agencyId ||
  person.role === 'client' ||
  person.suspended_at !== null

/** The dates of someone in another agency are that agency's: this one has none. */
function lostAt(ctx: Ctx, { entry_agency, agency_id, ...person }: LostTimer): string {
  const now = toInstant(ctx.now)
  if (agency_id !== entry_agency) return now
  const dates = [person.disabled_at, person.deactivated_at, person.suspended_at, now]
  return dates.filter((date) => date !== null).toSorted()[0] ?? now
}
