import { Checkbox, TextInput } from '@mantine/core'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { useAutosave } from '#client/components/forms/autosave/use-autosave.ts'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { tooLong } from '#shared/base/text/length.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'
import { MAX_NOTE } from '#shared/time/work-log.ts'
import { workOf } from '../../../../lib/timer/work-of.ts'
import { TaskField } from '../entries/task-field.tsx'
import classes from '../work-log.module.css'

/** The timer's details, which can be edited while it runs and are saved immediately. */
export function TimerDetails({ entry }: { entry: TimeEntryDto }) {
  const isNote = useUser().role === 'client'
  const utils = trpc.useUtils()
  const save = trpc.workLog.save.useMutation()
  const form = useAutosave({
    record: `time entry ${entry.id}`,
    saved: valuesOf(entry),
    save: async ({ version, ...work }) =>
      valuesOf(await save.mutateAsync({ id: entry.id, version, ...work, time: { kind: 'keep' } })),
    latest: async () => valuesOf(await utils.workLog.get.fetch({ id: entry.id }, { staleTime: 0 })),
    complete: ({ note }) => ({ note: tooLong(note, MAX_NOTE) === null }),
    fallback: 'Failed to save the entry',
  })
  const { project_id } = form.values
  return (
    <div className={classes.details}>
      <TextInput
        className={classes.note}
        aria-label="Note"
        placeholder="What are you working on?"
        error={tooLong(form.values.note, MAX_NOTE)}
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
