import { Text } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import classes from '../project/project-page.module.css'

const COUNTED = 20

/** The number of files awaiting the client's review; hidden if zero. */
export function AwaitingFiles({ project }: { project: ProjectDto }) {
  const answers = useCan('file.review')
  const { data } = trpc.files.list.useQuery(
    { project_id: project.id, kind: 'deliverable', awaiting: true, limit: COUNTED },
    { enabled: project.archived_at === null },
  )
  const count = data?.items.length ?? 0
  if (count === 0) return null
  const files = count === 1 ? '1 file' : `${count}${data?.nextCursor == null ? '' : '+'} files`
  const verb = count === 1 ? (answers ? 'waits' : 'awaits') : answers ? 'wait' : 'await'
  return (
    <div className={classes.awaiting} data-own={answers || undefined}>
      <IconFileCheck size={18} aria-hidden />
      <Text size="sm">
        <Link
          to="/projects"
          search={{ project: project.id, tab: 'files', awaiting: true }}
          className={classes.awaitingLink}
        >
          {files} {verb} {answers ? 'for your' : `${project.client.name}’s`} approval
        </Link>
      </Text>
    </div>
  )
}
