import { actAs, type SeedServices } from '#scripts/seed/person.ts'
import { dateOf, fromWallTime, startOfDay } from '#server/base/adapters/zone.ts'
import { reviewWeek } from '#server/time/timesheets/commands/review.ts'
import { saveProjectTime } from '#server/time/timesheets/commands/save-project-time.ts'
import { submitWeek } from '#server/time/timesheets/commands/submit.ts'
import { saveEntry } from '#server/time/work-log/commands/save.ts'
import { createEvent } from '#server/work/schedule/commands/create.ts'
import { mondayOf, shiftDate, weekDays } from '#shared/base/calendar.ts'
import { entrySaveInput } from '#shared/time/schemas/work-log.ts'
import type { EventType } from '#shared/work/schedule.ts'
import { eventCreateInput } from '#shared/work/schemas/schedule.ts'
import { HOME_TASKS } from './home-work.ts'
import { seedProcesses } from './processes.ts'
import { at, type DemoAgency, type DemoWorld, daysAgo, HOME_ZONE, need } from './world.ts'

const WEEKS = 11

/** Hours of the home agency's contributors, the daily events, and the processes with their history. */
export async function seedTime(services: SeedServices, world: DemoWorld): Promise<void> {
  await seedBudget(services, world)
  for (const plan of PLANS) await seedHours(services, world, plan)
  await seedEvents(services, world)
  await seedProcesses(services, world)
}

interface Plan {
  name: string
  /** Quarter hours: in total, for each day of this week, and for today. */
  total: number
  daily: number
  today: number
  lastWeek: 'submitted' | 'approved'
  work: { project: string; task?: string; note: string }[]
}

const PLANS: Plan[] = [
  {
    name: 'Emma Rivera',
    total: 480,
    daily: 18,
    today: 14,
    lastWeek: 'submitted',
    work: [
      { project: 'Harbor Website Redesign', task: 'Build homepage layout', note: 'Homepage layout' },
      { project: 'Harbor Website Redesign', note: 'Content model' },
      { project: 'Harbor Website Redesign', task: 'Accessibility pass', note: 'Keyboard and contrast' },
      { project: 'Harbor Website Redesign', note: 'Review with the client' },
    ],
  },
  {
    name: 'Liam Chen',
    total: 386,
    daily: 14,
    today: 8,
    lastWeek: 'submitted',
    work: [
      { project: 'Lumen Mobile App', task: 'Define MVP scope', note: 'Scope workshop notes' },
      { project: 'Lumen Mobile App', note: 'Interviews and sketches' },
    ],
  },
  {
    name: 'Sofia Patel',
    total: 334,
    daily: 12,
    today: 6,
    lastWeek: 'approved',
    work: [
      { project: 'Harbor Spring Campaign', task: 'Landing page copy', note: 'Landing page design' },
      { project: 'Harbor Brand Refresh', note: 'Brand guidelines' },
      { project: 'Harbor Brand Refresh', note: 'Icons and colors' },
    ],
  },
]

/** This week as planned, and the rest of the total spread evenly over earlier weeks. */
async function seedHours(services: SeedServices, world: DemoWorld, plan: Plan): Promise<void> {
  const today = dateOf(world.seededAt, HOME_ZONE)
  const monday = mondayOf(today)
  let left = plan.total
  const days: { date: string; quarters: number }[] = []
  for (const date of weekDays(monday).slice(0, 5)) {
    if (date > today) break
    const quarters = date === today ? Math.min(plan.today, quartersSinceMidnight(world)) : plan.daily
    days.push({ date, quarters })
    left -= quarters
  }
  const earlier = Array.from({ length: WEEKS }, (_, week) =>
    weekDays(shiftDate(monday, -7 * (WEEKS - week))).slice(0, 5),
  ).flat()
  for (const [index, date] of earlier.entries()) {
    const quarters = Math.round(left / (earlier.length - index))
    days.push({ date, quarters })
    left -= quarters
  }
  days.sort((a, b) => a.date.localeCompare(b.date))
  const ofTask = entriesOfTasks(plan, days)
  for (const [index, day] of days.entries()) {
    await seedDay(services, world, plan, { ...day, index, ofTask: ofTask.has(index) })
  }
  await submitWeeks(services, world, plan, monday)
}

/** Placements of the latest entries, as long as a task doesn't exceed its estimate. */
function entriesOfTasks(plan: Plan, days: readonly { quarters: number }[]): ReadonlySet<number> {
  const left = new Map(HOME_TASKS.map((task) => [task.title, task.hours * 4]))
  const places = new Set<number>()
  for (const [index, { quarters }] of [...days.entries()].reverse()) {
    const task = plan.work[index % plan.work.length]?.task
    const rest = (task === undefined ? 0 : (left.get(task) ?? 0)) - quarters
    if (task === undefined || rest < 0) continue
    left.set(task, rest)
    places.add(index)
  }
  return places
}

const quartersSinceMidnight = (world: DemoWorld): number =>
  Math.floor(
    (world.seededAt.getTime() - Date.parse(startOfDay(dateOf(world.seededAt, HOME_ZONE), HOME_ZONE))) /
      900_000,
  )

/** One entry from nine o'clock on; today's ends now, so that nothing is in the future. */
async function seedDay(
  services: SeedServices,
  world: DemoWorld,
  plan: Plan,
  { date, quarters, index, ofTask }: { date: string; quarters: number; index: number; ofTask: boolean },
): Promise<void> {
  const work = plan.work[index % plan.work.length]
  if (quarters === 0 || work === undefined) return
  const length = quarters * 900_000
  const isToday = date === dateOf(world.seededAt, HOME_ZONE)
  const start = isToday
    ? world.seededAt.getTime() - length
    : Date.parse(fromWallTime(`${date}T09:00`, HOME_ZONE))
  const wall = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant)
      .toZonedDateTimeISO(HOME_ZONE)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' })
  const input = entrySaveInput.parse({
    project_id: need(world.home.projects, work.project),
    task_id: work.task === undefined || !ofTask ? null : need(world.tasks, work.task),
    note: work.note,
    billable: index % 5 !== 3 || isToday,
    timezone: HOME_ZONE,
    time: { kind: 'interval', start: wall(start), end: wall(start + length) },
  })
  const person = contributor(world.home, plan.name)
  await saveEntry(actAs(services, at(person, new Date(start + length))), input)
}

/**
 * Every finished week was submitted on its Saturday. Those before last week were approved on the Monday
 * after; some of last week's are pending.
 */
async function submitWeeks(
  services: SeedServices,
  world: DemoWorld,
  plan: Plan,
  monday: string,
): Promise<void> {
  const person = contributor(world.home, plan.name)
  for (let week = WEEKS; week >= 1; week--) {
    const date = shiftDate(monday, -7 * week)
    const submittedAt = new Date(fromWallTime(`${shiftDate(date, 5)}T10:00`, HOME_ZONE))
    const reviewedAt = new Date(fromWallTime(`${shiftDate(date, 7)}T09:30`, HOME_ZONE))
    const sheet = await submitWeek(actAs(services, at(person, submittedAt)), { date, note: null })
    if (week === 1 && plan.lastWeek === 'submitted') continue
    const decision = { id: sheet.id, version: sheet.version, decision: 'approved', note: null } as const
    await reviewWeek(actAs(services, at(world.home.owner, earlierOf(reviewedAt, world.seededAt))), decision)
  }
}

const earlierOf = (one: Date, other: Date): Date => (one < other ? one : other)

const WEBSITE_BUDGET_HOURS = 160

async function seedBudget(services: SeedServices, world: DemoWorld): Promise<void> {
  await saveProjectTime(actAs(services, at(world.home.owner, daysAgo(world, 60))), {
    project_id: need(world.home.projects, 'Harbor Website Redesign'),
    share_hours: true,
    billing_rate: 9000,
    budget: { kind: 'hours', amount: WEBSITE_BUDGET_HOURS * 60 },
  })
}

interface DailyEvent {
  title: string
  clock: string
  minutes: number
  type: EventType
  status: 'confirmed' | 'pending'
  location: string
  people: string[]
}

const HOME_EVENTS: DailyEvent[] = [
  {
    title: 'Project Stand-up',
    clock: '09:00',
    minutes: 30,
    type: 'meeting',
    status: 'confirmed',
    location: 'Video call',
    people: ['Alex Morgan', 'Emma Rivera', 'Liam Chen', 'Sofia Patel'],
  },
  {
    title: 'Client Check-in',
    clock: '11:30',
    minutes: 45,
    type: 'call',
    status: 'pending',
    location: 'Phone',
    people: ['Alex Morgan'],
  },
  {
    title: 'Delivery Review',
    clock: '15:00',
    minutes: 60,
    type: 'review',
    status: 'confirmed',
    location: 'Office',
    people: ['Alex Morgan', 'Emma Rivera'],
  },
]

const PLATFORM_EVENTS: DailyEvent[] = [
  { ...required(HOME_EVENTS, 0), title: 'Operations Stand-up' },
  { ...required(HOME_EVENTS, 1), title: 'Agency Onboarding Call' },
  { ...required(HOME_EVENTS, 2), title: 'Platform Review' },
]

function required<Value>(values: Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new Error(`The demo has no event ${index}`)
  return value
}

/** Every day has the three; the client attends all of them, because clients only see events they attend. */
async function seedEvents(services: SeedServices, world: DemoWorld): Promise<void> {
  const { home } = world
  const team = [home.owner, ...home.contributors]
  const client = { kind: 'client' as const, id: world.client.clientId }
  for (const event of HOME_EVENTS) {
    const invited = team.filter((person) => event.people.includes(person.name))
    const attendees = [...invited.map((person) => ({ kind: 'user' as const, id: person.userId })), client]
    await createEvent(actAs(services, at(home.owner, daysAgo(world, 31))), toInput(world, event, attendees))
  }
  const [organizer] = world.staff
  if (organizer === undefined) throw new Error('The demo has no platform staff')
  const staff = world.staff.map((person) => ({ kind: 'user' as const, id: person.userId }))
  for (const event of PLATFORM_EVENTS)
    await createEvent(actAs(services, at(organizer, daysAgo(world, 31))), toInput(world, event, staff))
}

function toInput(world: DemoWorld, event: DailyEvent, attendees: { kind: 'user' | 'client'; id: string }[]) {
  const firstDay = dateOf(daysAgo(world, 30), HOME_ZONE)
  return eventCreateInput.parse({
    title: event.title,
    type: event.type,
    status: event.status,
    location: event.location,
    starts_at: fromWallTime(`${firstDay}T${event.clock}`, HOME_ZONE),
    duration_minutes: event.minutes,
    timezone: HOME_ZONE,
    recurrence: { frequency: 'daily' },
    attendees,
  })
}

function contributor(agency: DemoAgency, name: string) {
  const found = agency.contributors.find((person) => person.name === name)
  if (found === undefined) throw new Error(`The demo has no contributor “${name}”`)
  return found
}
