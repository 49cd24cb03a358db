import { Button, CloseButton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DetailSkeleton } from '#client/components/detail-skeleton.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { trpc } from '#client/lib/trpc.ts'
import { EditProjectDialog } from '../form/edit-project-dialog.tsx'
import { CLOSED_PROJECT, projectSearch } from '../project/project-search.ts'
import { useProjectRights } from '../project/use-project-rights.ts'
import classes from './project-page.module.css'
import { ProjectView } from './project-view.tsx'

/** A project as a page of its own, at the address of the list it was opened from. */
export function ProjectPage({ id }: { id: string }) {
  const [{ edit }, setState] = useSearchState(projectSearch)
  const { write } = useProjectRights()
  const project = trpc.projects.get.useQuery({ id })
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          renderRoot={(props) => <Link to="." search={withoutProject} {...props} />}
        >
          All projects
        </Button>
        <CloseButton aria-label="Close" onClick={() => setState(CLOSED_PROJECT)} />
      </div>
      {project.data === undefined ? (
        <Unanswered query={project} loading={<DetailSkeleton />} />
      ) : (
        <ProjectView key={project.data.id} project={project.data} />
      )}
      {write && edit !== null && (
        <EditProjectDialog key={edit} id={edit} onClose={() => setState({ edit: null })} />
      )}
    </div>
  )
}

const withoutProject = (search: object) => ({ ...search, ...CLOSED_PROJECT })
