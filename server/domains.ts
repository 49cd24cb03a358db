import { MAX_PAGE_SIZE } from '#shared/base/paging.ts'
import type { EventName } from '#shared/reactions/events.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { projectListInput } from '#shared/work/schemas/projects.ts'
import { simulatedProvider } from './base/adapters/payments/simulated/domain.ts'
import type { Collector, Ctx, Effects, Job } from './base/core/context.ts'
import type { All, CleanUp, Domain } from './base/core/domain.ts'
import type { Visibility } from './base/core/rows/visibility.ts'
import { ofPlatform } from './base/core/work/items.ts'
import { workThrough } from './base/core/work/work-through.ts'
import type { AllTableCards } from './base/db/table-cards.ts'
import { base } from './base/domain.ts'
import { agencies } from './identity/agencies/domain.ts'
import { apiTokens } from './identity/api-tokens/domain.ts'
import { auth } from './identity/auth/domain.ts'
import { letterhead } from './identity/letterhead/domain.ts'
import { autopay } from './money/autopay/domain.ts'
import { bank } from './money/bank/domain.ts'
import { invoices } from './money/invoices/domain.ts'
import { ledger } from './money/ledger/domain.ts'
import { payments } from './money/payments/domain.ts'
import { payouts } from './money/payouts/domain.ts'
import { plans } from './money/plans/domain.ts'
import { dashboard } from './overview/dashboard/domain.ts'
import { imports } from './overview/imports/domain.ts'
import { owners } from './overview/owners/domain.ts'
import { platform } from './overview/platform/domain.ts'
import { search } from './overview/search/domain.ts'
import { settings } from './overview/settings/domain.ts'
import { stoppedWork } from './overview/stopped-work/domain.ts'
import { views } from './overview/views/domain.ts'
import { clients } from './people/clients/domain.ts'
import type { ProjectsOf } from './people/clients/queries/details.ts'
import { employees } from './people/employees/domain.ts'
import { invitations } from './people/invitations/domain.ts'
import { activity } from './reactions/activity/domain.ts'
import { audit } from './reactions/audit/domain.ts'
import { live } from './reactions/live/domain.ts'
import { mail } from './reactions/mail/domain.ts'
import { notifications } from './reactions/notifications/domain.ts'
import { webhooks } from './reactions/webhooks/domain.ts'
import { timesheets } from './time/timesheets/domain.ts'
import { workLog } from './time/work-log/domain.ts'
import { files } from './work/files/domain.ts'
import { messages } from './work/messages/domain.ts'
import { people } from './work/people/domain.ts'
import { processes } from './work/processes/domain.ts'
import { projects } from './work/projects/domain.ts'
import { listProjects } from './work/projects/queries/projects.ts'
import { quickTasks } from './work/quick-tasks/domain.ts'
import { schedule } from './work/schedule/domain.ts'
import { tasks } from './work/tasks/domain.ts'

const projectsOfClient: ProjectsOf<ProjectDto> = async (ctx, clientId) => {
  const page = projectListInput.parse({ client_id: clientId, limit: MAX_PAGE_SIZE })
  return (await listProjects(ctx, page)).items
}

/** All domains of the portal. */
export const DOMAINS = [
  base,
  auth,
  agencies,
  apiTokens,
  letterhead,
  clients(projectsOfClient),
  employees,
  invitations,
  projects,
  people,
  tasks,
  files,
  messages,
  quickTasks,
  processes,
  schedule,
  timesheets,
  workLog,
  ledger,
  invoices,
  payments,
  simulatedProvider,
  autopay,
  payouts,
  bank,
  plans,
  dashboard,
  imports,
  owners,
  platform,
  search,
  settings,
  stoppedWork,
  views,
  activity,
  audit,
  live,
  mail,
  notifications,
  webhooks,
] as const satisfies readonly Domain[]

type Cards = (typeof DOMAINS)[number]

/** Merges one kind of part of all domains; doesn't compile if a table is missing. */
const joined = <Part extends object>(parts: readonly (Part | undefined)[]) =>
  Object.assign({}, ...parts) as All<Part>

/** Which rows of each tenant table each kind of reach sees. */
export const VISIBILITY: Visibility = joined(
  DOMAINS.map((domain) => domain.visibility as Exclude<Cards['visibility'], undefined> | undefined),
)

/** The description of each table. */
export const TABLES: AllTableCards = joined(DOMAINS.map((domain) => domain.tables))

/** What each procedure that tokens may call does, by path: queries have no effects. */
export const EFFECTS: Effects = Object.fromEntries(
  (DOMAINS as readonly Domain[]).flatMap(({ effects = {}, purposes = {} }) => [
    ...Object.entries(effects).map(([path, effect]) => [
      path,
      { ...effect, records: [...effect.records, ...causedBy(path)] },
    ]),
    ...Object.entries(purposes).map(([path, does]) => [path, { does, records: [] }]),
  ]),
)

function causedBy(path: string): EventName[] {
  return (DOMAINS as readonly Domain[]).flatMap(({ causedHere }) => causedHere?.[path] ?? [])
}

/** The domains that collect invoices by themselves. */
export const COLLECTORS: readonly Collector[] = (DOMAINS as readonly Domain[]).flatMap(
  ({ collector }) => collector ?? [],
)

/** Runs each domain's cleanup of expired data. */
export async function cleanUp(ctx: Ctx): Promise<void> {
  const steps = (DOMAINS as readonly Domain[]).flatMap((one) => Object.entries(one.cleanUp ?? {}))
  const of = ([name]: [string, CleanUp]) => ofPlatform({ id: name, name })
  await workThrough(ctx, { work: 'cleanup', of }, steps, ([, step]) => step(ctx))
}

/** All background jobs; each must be idempotent. */
export const JOBS: readonly Job[] = [
  ...(DOMAINS as readonly Domain[]).flatMap(({ jobs = [] }) => jobs),
  { name: 'clean-up', schedule: '20 * * * *', run: cleanUp },
]
