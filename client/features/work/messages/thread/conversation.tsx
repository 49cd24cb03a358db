import { ActionIcon, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { titled } from '#client/lib/labels.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { PROJECT_STATUS_LABELS } from '#shared/work/projects.ts'
import { FilePreview } from '../../files/preview/file-preview.tsx'
import classes from '../message/messages.module.css'
import { useOutbox } from '../message/use-outbox.ts'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { useMarkRead } from './use-mark-read.ts'

interface ConversationProps {
  projectId: string
  /** A message to scroll to. */
  messageId: string | null
  /** Back to the project list, on phones only. */
  onBack?: () => void
  /** Inside the project's own page, which already shows its name. */
  within?: boolean
}

export function Conversation({ projectId, messageId, onBack, within = false }: ConversationProps) {
  const list = trpc.messages.list.useInfiniteQuery({ project_id: projectId }, byCursor)
  const people = trpc.messages.people.useQuery({ project_id: projectId })
  const project = trpc.projects.get.useQuery({ id: projectId })
  const mayWrite = useCan('message.write')
  const { waiting } = useOutbox()
  const messages = [...(list.data?.pages ?? [])].reverse().flatMap((page) => page.items)
  useMarkRead(projectId, messages.at(-1))

  const arrived = new Set(messages.map((message) => message.id))
  const outgoing = waiting.filter((message) => message.project_id === projectId && !arrived.has(message.id))
  return (
    <section className={classes.panel} aria-label="Conversation">
      {!within && (
        <header className={classes.header}>
          {onBack !== undefined && (
            <ActionIcon aria-label="Back to projects" onClick={onBack}>
              <IconArrowLeft size={18} aria-hidden />
            </ActionIcon>
          )}
          {project.data !== undefined && (
            <>
              <div className={classes.title}>
                <Link to="/projects" search={{ project: projectId }} className={classes.projectLink}>
                  {project.data.name}
                </Link>
                <Text size="xs" c="dimmed" truncate>
                  {titled(project.data.category)} · {people.data?.length ?? 0} people
                </Text>
              </div>
              <StatusBadge status={project.data.status} label={PROJECT_STATUS_LABELS[project.data.status]} />
            </>
          )}
        </header>
      )}
      {list.data === undefined ? (
        <div className={classes.middle}>
          <QueryState query={list} loading={<Skeletons layout="rows" height={44} />} />
        </div>
      ) : (
        <MessageList
          messages={messages}
          outgoing={outgoing}
          people={people.data ?? []}
          messageId={messageId}
          older={list}
        />
      )}
      {mayWrite && list.data !== undefined && (
        <Composer
          projectId={projectId}
          people={people.data ?? []}
          autoFocus={onBack === undefined && !within}
        />
      )}
      <FilePreview files={messages.flatMap((message) => message.attachments)} />
    </section>
  )
}
