import { Checkbox, TextInput } from '@mantine/core'
import { ConflictNotice } from '#client/components/form-conflict.tsx'
import { ProjectField } from '#client/components/project-field.tsx'
import { useAutosave } from '#client/components/use-autosave.ts'
import { useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { TimeEntryDto } from '#shared/work-log.ts'
import { TaskField } from './task-field.tsx'
import classes from './work-log.module.css'
import { workOf } from './work-of.ts'

/** What the timer runs on, filled in while it runs and saved as it is. */
export function TimerDetails({ entry }: { entry: TimeEntryDto }) {
  const isNote = useUser().role === 'client'
  const utils = trpc.useUtils()
  const save = trpc.workLog.save.useMutation()
  const form = useAutosave({
    saved: valuesOf(entry),
    save: async ({ version, ...work }) =>
      valuesOf(await save.mutateAsync({ id: entry.id, version, ...work, time: { kind: 'keep' } })),
    latest: async () => valuesOf(await utils.workLog.get.fetch({ id: entry.id }, { staleTime: 0 })),
    fallback: 'Failed to save the entry',
  })
  const { project_id } = form.values
  return (
    <div className={classes.details}>
      <TextInput
        className={classes.note}
        aria-label="Note"
        placeholder="What are you working on?"
        maxLength={500}
        {...form.typed('note')}
      />
      {!isNote && (
        <>
          <ProjectField
            className={classes.choice}
            aria-label="Project"
            chosen={entry.project}
            value={project_id}
            onChange={(id) => form.change({ project_id: id, task_id: null })}
          />
          <TaskField
            className={classes.choice}
            label={undefined}
            aria-label="Task"
            projectId={project_id}
            entry={entry}
            {...form.chosen('task_id')}
          />
          <Checkbox
            label="Billable"
            checked={form.values.billable}
            onChange={(event) => form.change({ billable: event.currentTarget.checked })}
          />
        </>
      )}
      <ConflictNotice conflict={form.conflict} />
    </div>
  )
}

const valuesOf = (entry: TimeEntryDto) => ({ ...workOf(entry), version: entry.version })
