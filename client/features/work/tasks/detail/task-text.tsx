import { Textarea, VisuallyHidden } from '@mantine/core'
import { useContext } from 'react'
import { SectionLevel } from '#client/components/records/detail-parts.tsx'
import { isComposing } from '#client/lib/composing.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { isBlank } from '#shared/base/text/blank.ts'
import { tooLong } from '#shared/base/text/length.ts'
import type { TaskDetailDto } from '#shared/work/tasks.ts'
import { MAX_TASK_DESCRIPTION, MAX_TASK_TITLE } from '#shared/work/tasks.ts'
import classes from './task-document.module.css'
import type { TaskDraft } from './use-task-draft.ts'

/** Title and description, editable in place. */
export function TaskText({ task, draft }: { task: TaskDetailDto; draft: TaskDraft }) {
  /** A task needs a title: an empty one isn't saved, and the previous one is restored. */
  function leaveTitle() {
    if (!isBlank(draft.values.title)) return void draft.flush()
    draft.change({ title: task.title })
    toastDestructive({
      title: 'Missing Information',
      message: 'Please fill in title and select a project.',
    })
  }
  return (
    <>
      {useContext(SectionLevel) === 2 && <VisuallyHidden component="h1">{task.title}</VisuallyHidden>}
      <Textarea
        classNames={{ input: classes.title }}
        variant="unstyled"
        aria-label="Title"
        minRows={1}
        error={tooLong(draft.values.title, MAX_TASK_TITLE)}
        {...draft.typed('title')}
        onBlur={leaveTitle}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
      <Textarea
        classNames={{ input: classes.description }}
        variant="unstyled"
        aria-label="Description"
        placeholder="Add a description"
        minRows={2}
        error={tooLong(draft.values.description, MAX_TASK_DESCRIPTION)}
        {...draft.typed('description')}
      />
    </>
  )
}
