import { actAs, type SeedServices } from '#scripts/seed/person.ts'
import { dateOf, fromWallTime } from '#server/base/adapters/zone.ts'
import { createPayoutsFromHours } from '#server/money/payouts/commands/create.ts'
import { payBatch } from '#server/money/payouts/commands/pay.ts'
import { reviewWeek } from '#server/time/timesheets/commands/review.ts'
import { submitWeek } from '#server/time/timesheets/commands/submit.ts'
import { saveEntry } from '#server/time/work-log/commands/save.ts'
import { mondayOf, shiftDate } from '#shared/base/calendar.ts'
import { entrySaveInput } from '#shared/time/schemas/work-log.ts'
import { at, type DemoWorld, HOME_ZONE, need } from '../world.ts'
import { STEPS } from './clients.ts'
import { ENGAGEMENTS, type Engagement, teamOf } from './work.ts'

const FIRST_WEEKS_AGO = 51
/** The specified hours start the week after. */
const LAST_WEEKS_AGO = 12
const WEEKS_PER_PAYOUT = 4
const WEEKDAYS = [1, 3]

/** Two entries per week and person, on fixed-price projects; approved, and paid out every four weeks. */
export async function seedYearTime(services: SeedServices, world: DemoWorld): Promise<void> {
  const { owner, contributors } = world.home
  const thisMonday = mondayOf(dateOf(world.seededAt, HOME_ZONE))
  for (let week = FIRST_WEEKS_AGO; week >= LAST_WEEKS_AGO; week--) {
    const monday = shiftDate(thisMonday, -7 * week)
    const wall = (day: number, clock: string) => `${shiftDate(monday, day)}T${clock}`
    const instant = (day: number, clock: string) => new Date(fromWallTime(wall(day, clock), HOME_ZONE))
    const reviewer = actAs(services, at(owner, instant(7, '09:30')))
    for (const [turn, person] of contributors.entries()) {
      let worked = false
      for (const [index, day] of WEEKDAYS.entries()) {
        const engagement = engagementOf(world, person.employeeId, week * 7 - day)
        const step = STEPS[(week + turn + index) % STEPS.length]
        if (engagement === undefined || step === undefined) continue
        const quarters = quartersOf(engagement, week + turn + index)
        const end = `${9 + Math.floor(quarters / 4)}:${String((quarters % 4) * 15).padStart(2, '0')}:00`
        const input = entrySaveInput.parse({
          project_id: need(world.home.projects, engagement.name),
          task_id: need(world.tasks, `${step.title}: ${engagement.name}`),
          note: step.title,
          billable: false,
          timezone: HOME_ZONE,
          time: { kind: 'interval', start: wall(day, '09:00:00'), end: wall(day, end.padStart(8, '0')) },
        })
        await saveEntry(actAs(services, at(person, instant(day, '13:00'))), input)
        worked = true
      }
      if (!worked) continue
      const handedIn = actAs(services, at(person, instant(5, '10:00')))
      const sheet = await submitWeek(handedIn, { date: monday, note: null })
      const { id, version } = sheet
      await reviewWeek(reviewer, { id, version, decision: 'approved', note: null })
    }
    if ((week - LAST_WEEKS_AGO) % WEEKS_PER_PAYOUT > 0) continue
    const payouts = await createPayoutsFromHours(reviewer, {})
    if (payouts.length > 0) await payBatch(reviewer, { ids: payouts.map(({ id }) => id) })
  }
}

/** Dollars of a project's price per quarter hour of an entry: about half of the price is spent on its hours. */
const PRICE_PER_QUARTER = 350
const SHORTEST = 2

const quartersOf = ({ price }: Engagement, turn: number): number =>
  Math.max(SHORTEST, Math.round(price / PRICE_PER_QUARTER) + (turn % 3) - 1)

/** The contributor's project on that day; undefined between two projects. */
function engagementOf(world: DemoWorld, employeeId: string, daysAgo: number): Engagement | undefined {
  return ENGAGEMENTS.find(
    ({ startedDaysAgo, endedDaysAgo }, index) =>
      daysAgo < startedDaysAgo &&
      daysAgo > endedDaysAgo &&
      teamOf(world, index).some((member) => member.employeeId === employeeId),
  )
}
