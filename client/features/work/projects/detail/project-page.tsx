import { DetailPage } from '#client/components/records/detail-page.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { EditProjectDialog } from '../form/edit-project-dialog.tsx'
import { CLOSED_PROJECT, projectSearch } from '../project/project-search.ts'
import { useProjectRights } from '../project/use-project-rights.ts'
import { ProjectView } from './project-view.tsx'

/** A project shown instead of the list it was opened from. */
export function ProjectPage({ id }: { id: string }) {
  const [{ edit }, setState] = useSearchState(projectSearch)
  const { write } = useProjectRights()
  const project = trpc.projects.get.useQuery({ id })
  return (
    <>
      <DetailPage
        query={project}
        kind="Project"
        back="All projects"
        closed={CLOSED_PROJECT}
        onClose={() => setState(CLOSED_PROJECT)}
      >
        {(found) => <ProjectView key={found.id} project={found} />}
      </DetailPage>
      {write && edit !== null && (
        <EditProjectDialog key={edit} id={edit} onClose={() => setState({ edit: null })} />
      )}
    </>
  )
}
