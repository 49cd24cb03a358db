import { Textarea, VisuallyHidden } from '@mantine/core'
import { ConflictNotice } from '#client/components/form-conflict.tsx'
import { SaveState } from '#client/components/save-state.tsx'
import { toastDestructive } from '#client/lib/toast.ts'
import type { ProjectDto } from '#shared/projects.ts'
import classes from './project-page.module.css'
import { useProjectDraft } from './use-project-draft.ts'

/** The name, edited where it stands. */
export function ProjectName({ project }: { project: ProjectDto }) {
  const draft = useProjectDraft(project)
  /** An empty name is not saved, and the last one returns. */
  function leave() {
    if (draft.values.name.trim() !== '') return void draft.flush()
    draft.change({ name: project.name })
    toastDestructive({ title: 'Please fill in all required fields' })
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
          maxLength={200}
          {...draft.typed('name')}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
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
