import { type EventKind, event, type Sentence } from '../base/events/kind.ts'
import { formatCount, formatDate } from '../base/format.ts'
import type { AgencyId } from '../base/roles.ts'
import { IMPORT_SOURCE_LABELS, type ImportSource } from './imports.ts'

interface Import {
  source: ImportSource
  fileName: string
}

/** Everything an import may create. */
const MADE = [
  'imports',
  'clients',
  'projects',
  'tasks',
  'workLog',
  'timesheets',
  'dashboard',
  'employees',
  'people',
  'schedule',
  'packages',
  'search',
]

const from = ({ source, fileName }: Import): string => `“${fileName}” from ${IMPORT_SOURCE_LABELS[source]}`

const audited = <Details extends object = object>(sentence: Sentence<{ id: string } & Import & Details>) =>
  event<Import & Details>({ subject: 'import', touches: ['imports'], audit: sentence })

/** Events of import files; imported records have no events of their own. */
export const IMPORT_EVENTS = {
  'import.uploaded': audited((about) => `${from(about)} uploaded`),
  'import.discarded': audited((about) => `${from(about)} discarded`),
  'import.started': audited((about) => `Import of ${from(about)} started`),
  'import.undo-started': audited((about) => `Undoing the import of ${from(about)} started`),
  'import.paid-until-set': event<Import & { until: string | null }>({
    effect: 'sets',
    subject: 'import',
    touches: ['imports', 'timesheets', 'payouts'],
    audit: (about) =>
      about.until === null
        ? `Time of ${from(about)} is paid out here`
        : `Time of ${from(about)} until ${formatDate(about.until)} is paid elsewhere`,
  }),
  'import.mapped': event({ subject: 'import', touches: ['imports'] }),
  'import.progressed': event({ subject: 'import', touches: ['imports'] }),
  /** Deleted by undoing an import; they may have reminders. */
  'import.tasks-removed': event<{ agencyId: AgencyId; taskIds: readonly string[] }>({
    subject: 'import',
    touches: [],
    notifies: [],
  }),
  'import.finished': event<Import & { made: number; startedBy: string | null }>({
    subject: 'import',
    touches: MADE,
    activity: (about) => `${rows(about.made)} imported from ${IMPORT_SOURCE_LABELS[about.source]}`,
    audit: (about) => `${rows(about.made)} imported from ${from(about)}`,
    webhook: true,
    notifies: ['import'],
  }),
  'import.failed': event<Import & { startedBy: string | null }>({
    subject: 'import',
    touches: MADE,
    audit: (about) => `Import of ${from(about)} stopped`,
    notifies: ['import'],
  }),
  'import.undone': event<Import & { removed: number; kept: number; startedBy: string | null }>({
    subject: 'import',
    touches: MADE,
    activity: (about) =>
      `Import from ${IMPORT_SOURCE_LABELS[about.source]} undone: ${rows(about.removed)} removed`,
    audit: (about) => `Import of ${from(about)} undone: ${rows(about.removed)} removed, ${about.kept} kept`,
    webhook: true,
    notifies: ['import'],
  }),
} satisfies Record<string, EventKind<never>>

const rows = (count: number): string => formatCount(count, 'row')
