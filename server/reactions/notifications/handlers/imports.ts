import { formatCount } from '#shared/base/format.ts'
import { links } from '#shared/base/links.ts'
import { IMPORT_SOURCE_LABELS } from '#shared/overview/imports.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { notify } from '../commands/notify.ts'
import { withdrawTasks } from '../commands/withdraw-reminders.ts'

export const imports: Handlers = {
  'import.tasks-removed': withdrawTasks,
  'import.finished': (tx, { id, startedBy, source, made }) =>
    tell(tx, { id, startedBy }, `Your import from ${IMPORT_SOURCE_LABELS[source]} is done: ${rowsOf(made)}`),
  'import.failed': (tx, { id, startedBy, source }) =>
    tell(tx, { id, startedBy }, `Your import from ${IMPORT_SOURCE_LABELS[source]} stopped`),
  'import.undone': (tx, { id, startedBy, source, removed }) =>
    tell(
      tx,
      { id, startedBy },
      `Your import from ${IMPORT_SOURCE_LABELS[source]} is undone: ${rowsOf(removed)} removed`,
    ),
}

const rowsOf = (count: number): string => formatCount(count, 'row')

async function tell(
  tx: Tx,
  { id, startedBy }: { id: string; startedBy: string | null },
  title: string,
): Promise<void> {
  if (startedBy === null) return
  await notify(tx, { event: 'import', userIds: [startedBy], title, link: links.import(id) })
}
