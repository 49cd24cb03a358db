import { Textarea, VisuallyHidden } from '@mantine/core'
import { SaveState } from '#client/components/forms/autosave/save-state.tsx'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { isComposing } from '#client/lib/composing.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { REQUIRED } from '#shared/base/errors.ts'
import { isBlank } from '#shared/base/text/blank.ts'
import { tooLong } from '#shared/base/text/length.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { MAX_PROJECT_NAME } from '#shared/work/projects.ts'
import classes from '../project/project-page.module.css'
import { useProjectDraft } from './use-project-draft.ts'

/** The name, editable in place. */
export function ProjectName({ project }: { project: ProjectDto }) {
  const draft = useProjectDraft(project)
  /** An empty name isn't saved; the previous one is restored. */
  function leave() {
    if (!isBlank(draft.values.name)) return void draft.flush()
    draft.change({ name: project.name })
    toastDestructive({ title: REQUIRED })
  }
  return (
    <>
      <VisuallyHidden component="h1">{project.name}</VisuallyHidden>
      <div className={classes.edited}>
        <Textarea
          className={classes.field}
          classNames={{ input: classes.name }}
          variant="unstyled"
          aria-label="Project name"
          minRows={1}
          error={tooLong(draft.values.name, MAX_PROJECT_NAME)}
          {...draft.typed('name')}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            event.currentTarget.blur()
          }}
        />
        {draft.state !== 'saved' && <SaveState draft={draft} />}
      </div>
      <ConflictNotice conflict={draft.conflict} />
    </>
  )
}
